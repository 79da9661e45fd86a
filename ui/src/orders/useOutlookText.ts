import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { formatPriceOf } from "@/products";
import { formatTradeMinute } from "@/ui";
import { outlookOf } from "./outlook";
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
  const outlook = outlookOf(ticket, { ...quote, open, halted });
  if (!outlook) return "";
  const values = {
    price: formatPriceOf(instrument, ticket.limitPrice),
    bid: formatPriceOf(instrument, quote.bid),
    ask: formatPriceOf(instrument, quote.ask),
    time: resumesAt === null ? "" : formatTradeMinute(resumesAt, i18n.language, instrument.market),
  };
  const sentence = t(`outlook.${outlook}`, values);
  const waits = ["limitClosed", "limitHalted", "limitPaused"].includes(outlook);
  const rests = outlook.startsWith("limitRests") || waits;
  if (!rests) return sentence;
  const ends = instrument.sessionClosesAt;
  const duration =
    ticket.timeInForce === "day" && Number.isFinite(ends)
      ? t("outlook.dayUntil", { time: formatTradeMinute(ends, i18n.language, instrument.market) })
      : t(`outlook.${ticket.timeInForce}`);
  return t("outlook.withDuration", { sentence, duration });
}
