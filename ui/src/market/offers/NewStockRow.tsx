import { useTranslation } from "react-i18next";
import type { NewStock } from "@/api/offers";
import { formatPriceOf, priceLook } from "@/products";
import { useQuote } from "@/push/quotes";
import { formatCompact, PriceOverPill } from "@/ui";
import { formatDate } from "@/ui/time";
import type { RowLook } from "../lists/InstrumentList";
import PriceMark from "../lists/PriceMark";
import { useNow } from "../useNow";
import { OfferRow } from "./OfferRow";
import { SimulatedBadge } from "./SimulatedBadge";
import { untilText } from "./until";

/** The next step of a new stock, and the time until then. */
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

/** The market price once listed, and the offer price before. */
function Price({ stock }: { stock: NewStock }) {
  const { t } = useTranslation("offers");
  const quote = useQuote(stock) ?? stock.quote;
  if (stock.offer.status === "listed") {
    const look = priceLook(stock, quote.last);
    return (
      <PriceOverPill
        price={quote.last}
        percent={quote.changePercent}
        gain={quote.change}
        {...look}
      />
    );
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

/** A new stock of the list: the company, its offer price, and the next step. */
export function NewStockRow({ instrument }: { instrument: NewStock }) {
  const { t, i18n } = useTranslation("offers");
  const { offer, symbol, exchange, currency } = instrument;
  return (
    <OfferRow
      instrument={instrument}
      subtitle={
        <>
          <span className="truncate">
            {offer.status === "listed" ? <PriceMark instrument={instrument} /> : null}
            {symbol} · {exchange}
          </span>
          <SimulatedBadge />
        </>
      }
      price={<Price stock={instrument} />}
      facts={[
        <span key="next" className="font-medium text-ink">
          <NextStep offer={offer} />
        </span>,
        t("offer.raises", { amount: `${formatCompact(offer.raised, i18n.language)} ${currency}` }),
      ]}
    />
  );
}

export const NEW_STOCK: RowLook<NewStock> = { Row: NewStockRow, px: 81, breaks: true };
