import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { lastDayOf, limitOf, stopOf } from "@/api/orderTerms";
import { formatPriceOf } from "@/products";
import { formatTradeMinute } from "@/ui";
import { formatDate } from "@/ui/time";
import { isWaiting, outlookOf } from "./orderTypes";
import { distanceOf } from "./priceTerms";
import type { Ticket } from "./ticket";
import { isMarketOpen, type TicketQuote } from "./useTicket";

/** The outlook of the order, as a sentence. */
export function useOutlookText(
  instrument: InstrumentDetail,
  ticket: Ticket,
  quote: TicketQuote,
): string {
  const { t, i18n } = useTranslation("orders");
  const { halt } = instrument;
  const resumesAt = halt?.resumesAt ?? null;
  const halted = halt && (resumesAt === null ? "open" : "until");
  const open = isMarketOpen(instrument, quote);
  const { terms, side } = ticket;
  const outlook = outlookOf(terms, side, { ...quote, open, halted });
  if (!outlook) return "";
  const { language } = i18n;
  const minuteOf = (at: number) => formatTradeMinute(at, language, instrument.market);
  const sentence = t(`outlook.${outlook}`, {
    price: formatPriceOf(instrument, limitOf(terms)),
    stop: formatPriceOf(instrument, stopOf(terms)),
    distance: terms.type === "trailingStop" ? distanceOf(instrument, terms) : "",
    bid: formatPriceOf(instrument, quote.bid),
    ask: formatPriceOf(instrument, quote.ask),
    time: resumesAt === null ? "" : minuteOf(resumesAt),
  });
  const { timeInForce } = terms;
  if (!isWaiting(outlook) || !timeInForce || timeInForce === "ioc" || timeInForce === "fok") {
    return sentence;
  }
  const ends = instrument.sessionClosesAt;
  const lastDay = lastDayOf(terms);
  if (timeInForce === "gtd") {
    const day = lastDay ? formatDate(lastDay, language) : "";
    return t("outlook.withDuration", { sentence, duration: t("outlook.gtd", { day }) });
  }
  const duration =
    timeInForce === "day" && Number.isFinite(ends)
      ? t("outlook.dayUntil", { time: minuteOf(ends) })
      : t(`outlook.${timeInForce}`);
  return t("outlook.withDuration", { sentence, duration });
}
