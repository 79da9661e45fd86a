import { useTranslation } from "react-i18next";
import type { AuctionStock } from "@/api/offers";
import { instrumentQuery } from "@/instrumentQuery";
import { codeOf, priceLook } from "@/products";
import { to } from "@/screens";
import { ChangePill, formatCompact, LogoTile, NO_VALUE, PriceText } from "@/ui";
import { Link } from "@/ui/Link";
import type { RowLook } from "../InstrumentList";
import { ImbalanceText } from "./ImbalanceText";

/** A stock in its auction: what it would clear at, how much of it, and who is left over. Between auctions, the last one. */
export function AuctionRow({ instrument: stock }: { instrument: AuctionStock }) {
  const { t, i18n } = useTranslation("offers");
  const { auction } = stock;
  const isClosed = auction.phase === "closed";
  const price = isClosed ? (auction.last?.price ?? null) : auction.price;
  const paired = isClosed ? auction.last?.paired : auction.paired;
  return (
    <Link
      to={to("quoteAuction", instrumentQuery(stock))}
      data-row
      className="num flex min-h-15 items-center gap-2.5 border-b border-line py-2"
    >
      <LogoTile code={codeOf(stock)} name={stock.name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[15px] font-semibold">{stock.name}</span>
        <span className="block truncate text-caption text-ink-2">
          {stock.symbol} · {t("auction.pairedShort")}{" "}
          {paired ? formatCompact(paired, i18n.language) : NO_VALUE}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <PriceText
          value={price}
          {...priceLook(stock, price)}
          className="block text-[15px] font-semibold"
        />
        {isClosed ? (
          <span className="block text-caption text-ink-2">{t("auction.lastPrice")}</span>
        ) : (
          <span className="flex items-center justify-end gap-1.5 text-caption">
            <ImbalanceText auction={auction} />
            <ChangePill percent={auction.changePercent} />
          </span>
        )}
      </span>
    </Link>
  );
}

export const AUCTION: RowLook<AuctionStock> = { Row: AuctionRow, px: 62, breaks: true };
