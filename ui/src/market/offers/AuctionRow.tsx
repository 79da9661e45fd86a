import { useTranslation } from "react-i18next";
import type { AuctionStock } from "@/api/offers";
import { codeOf, priceLook } from "@/products";
import { instrumentQuery } from "@/products/instrumentQuery";
import { to } from "@/screens";
import { formatCompact, LogoTile, NO_VALUE, PriceOverPill, PriceText } from "@/ui";
import { Link } from "@/ui/Link";
import type { RowLook } from "../lists/InstrumentList";
import { ImbalanceText } from "./ImbalanceText";

/** A stock in its auction: indicative price, paired quantity, and imbalance. Between auctions, the last result. */
export function AuctionRow({ instrument: stock }: { instrument: AuctionStock }) {
  const { t, i18n } = useTranslation("offers");
  const { auction } = stock;
  const isClosed = auction.phase === "closed";
  const price = isClosed ? (auction.last?.price ?? null) : auction.price;
  const paired = isClosed ? auction.last?.paired : auction.paired;
  const look = priceLook(stock, price);
  return (
    <Link
      to={to("quoteAuction", instrumentQuery(stock))}
      data-row
      className="num @container block border-b border-line"
    >
      <span className="flex min-h-15 items-center gap-2.5 py-1.5">
        <LogoTile code={codeOf(stock)} name={stock.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[15px] font-semibold">{stock.name}</span>
          <span className="block truncate text-caption text-ink-2">
            {stock.symbol} · {t("auction.pairedShort")}{" "}
            {paired ? formatCompact(paired, i18n.language) : NO_VALUE}
          </span>
        </span>
        {isClosed ? null : (
          <span className="shrink-0 text-right text-caption">
            <span className="block text-ink-2">{t("auction.imbalance")}</span>
            <ImbalanceText auction={auction} />
          </span>
        )}
        <span className="shrink-0 text-right @min-[720px]:w-48">
          {isClosed ? (
            <>
              <PriceText value={price} {...look} className="block text-[15px] font-semibold" />
              <span className="block text-caption text-ink-2">{t("auction.lastPrice")}</span>
            </>
          ) : (
            <PriceOverPill price={price} percent={auction.changePercent} {...look} />
          )}
        </span>
      </span>
    </Link>
  );
}

export const AUCTION: RowLook<AuctionStock> = { Row: AuctionRow, px: 62, breaks: true };
