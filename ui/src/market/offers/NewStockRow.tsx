import { useTranslation } from "react-i18next";
import type { NewStock } from "@/api/offers";
import { codeOf, formatPriceOf, priceLook, quoteAddress } from "@/products";
import { useQuote } from "@/push/quotes";
import { formatCompact, LogoTile, PriceOverPill } from "@/ui";
import { Link } from "@/ui/Link";
import { formatDate } from "@/ui/time";
import PriceMark from "../PriceMark";
import { useNow } from "../useNow";
import { SimulatedBadge } from "./SimulatedBadge";
import { untilText } from "./until";

/** What comes next of a new stock, and how long it is until then. */
function NextStep({ offer }: Pick<NewStock, "offer">) {
  const { t, i18n } = useTranslation("offers");
  const now = useNow(1_000);
  const { status } = offer;
  if (status === "listed") {
    return t("next.listed", { day: formatDate(offer.listingDay, i18n.language) });
  }
  const at = { open: offer.endsAt, allotment: offer.listedAt, upcoming: offer.opensAt }[status];
  return t(`next.${status}`, { time: untilText(t, at - now) });
}

/** Its price since it is listed, and until then what it is sold for. */
function Price({ stock }: { stock: NewStock }) {
  const { t } = useTranslation("offers");
  const quote = useQuote(stock) ?? stock.quote;
  if (stock.offer.status === "listed") {
    const look = priceLook(stock, quote.last);
    return <PriceOverPill price={quote.last} percent={quote.changePercent} {...look} />;
  }
  return (
    <span className="num block text-right">
      <span className="block text-[15px] font-semibold">
        {formatPriceOf(stock, stock.offer.price)}
        <span className="text-caption font-medium text-ink-2"> {stock.currency}</span>
      </span>
      <span className="block text-caption text-ink-2">{t("offer.price")}</span>
    </span>
  );
}

/** A new stock of the list: what it is, what it is sold for, and what comes next. */
export function NewStockRow({ stock }: { stock: NewStock }) {
  const { t, i18n } = useTranslation("offers");
  const { offer } = stock;
  return (
    <Link to={quoteAddress(stock)} data-row className="block border-b border-line py-3">
      <span className="flex items-center gap-2.5">
        <LogoTile code={codeOf(stock)} name={stock.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[15px] font-semibold">{stock.name}</span>
          <span className="num flex items-center gap-1.5 text-caption text-ink-2">
            <span className="truncate">
              {offer.status === "listed" ? <PriceMark instrument={stock} /> : null}
              {stock.symbol} · {stock.exchange}
            </span>
            <SimulatedBadge />
          </span>
        </span>
        <Price stock={stock} />
      </span>
      <span className="num mt-1.5 flex justify-between gap-3 pl-[46px] text-caption text-ink-2">
        <span className="font-medium text-ink">
          <NextStep offer={offer} />
        </span>
        <span className="truncate">
          {t("offer.raises", {
            amount: `${formatCompact(offer.raised, i18n.language)} ${stock.currency}`,
          })}
        </span>
      </span>
    </Link>
  );
}
