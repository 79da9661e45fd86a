import { useTranslation } from "react-i18next";
import type { OrderCost } from "@/api/costs";
import type { InstrumentDetail } from "@/api/market";
import { lastDayOf, limitOf, stopOf } from "@/api/orderTerms";
import { formatAverageOf, formatPriceOf } from "@/products";
import { isWaiting, type Outlook, outlookOf } from "@/trade/orderTypes";
import { distanceOf } from "@/trade/priceTerms";
import type { Ticket } from "@/trade/ticket";
import { formatTradeMinute } from "@/ui";
import { formatDate } from "@/ui/time";
import { isMarketOpen, type TicketQuote } from "./useTicket";

/** The outlook of an order, or the refusal that is foreseen. */
export interface Told<Kind extends string> {
  /** Null while a price is missing: there is nothing to tell. */
  kind: Kind | null;
  /** The sentence, which may name prices that move. */
  text: string;
}

export const NOTHING_TOLD: Told<never> = { kind: null, text: "" };

/**
 * The outlook of the order, as a sentence and by its kind. `estimate` is what is shown beside it: a market order is told
 * with its price, and not with a newer one.
 */
export function useOutlook(
  instrument: InstrumentDetail,
  ticket: Ticket,
  quote: TicketQuote,
  estimate: Pick<OrderCost, "price"> | null = null,
): Told<Outlook> {
  const { t, i18n } = useTranslation("orders");
  const { halt } = instrument;
  const resumesAt = halt?.resumesAt ?? null;
  const halted = halt && (resumesAt === null ? "open" : "until");
  const open = isMarketOpen(instrument, quote);
  const { terms, side } = ticket;
  const outlook = outlookOf(terms, side, { ...quote, open, halted });
  if (!outlook) return NOTHING_TOLD;
  const told = (text: string) => ({ kind: outlook, text });
  const { language } = i18n;
  const minuteOf = (at: number) => formatTradeMinute(at, language, instrument);
  const expected =
    estimate && terms.type === "market" ? formatAverageOf(instrument, estimate.price) : null;
  const sentence = t(`outlook.${outlook}`, {
    price: formatPriceOf(instrument, limitOf(terms)),
    stop: formatPriceOf(instrument, stopOf(terms)),
    distance: terms.type === "trailingStop" ? distanceOf(instrument, terms) : "",
    bid: expected ?? formatPriceOf(instrument, quote.bid),
    ask: expected ?? formatPriceOf(instrument, quote.ask),
    time: resumesAt === null ? "" : minuteOf(resumesAt),
  });
  const { timeInForce } = terms;
  if (!isWaiting(outlook) || !timeInForce || timeInForce === "ioc" || timeInForce === "fok") {
    return told(sentence);
  }
  const ends = instrument.sessionClosesAt;
  const lastDay = lastDayOf(terms);
  if (timeInForce === "gtd") {
    const day = lastDay ? formatDate(lastDay, language) : "";
    return told(t("outlook.withDuration", { sentence, duration: t("outlook.gtd", { day }) }));
  }
  const duration =
    timeInForce === "day" && Number.isFinite(ends)
      ? t("outlook.dayUntil", { time: minuteOf(ends) })
      : t(`outlook.${timeInForce}`);
  return told(t("outlook.withDuration", { sentence, duration }));
}
