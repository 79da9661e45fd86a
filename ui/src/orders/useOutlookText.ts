import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { formatPrice } from "@/ui";
import { outlookOf } from "./outlook";
import type { Ticket } from "./ticket";
import { isMarketOpen, type TicketQuote } from "./useTicket";

/** What will happen to the order, as a sentence. */
export function useOutlookText(
  instrument: InstrumentDetail,
  ticket: Ticket,
  quote: TicketQuote,
): string {
  const { t } = useTranslation("orders");
  const outlook = outlookOf(ticket, { ...quote, open: isMarketOpen(instrument, quote) });
  if (!outlook) return "";
  const values = {
    price: formatPrice(ticket.limitPrice),
    bid: formatPrice(quote.bid),
    ask: formatPrice(quote.ask),
  };
  const sentence = t(`outlook.${outlook}`, values);
  const rests = outlook.startsWith("limitRests") || outlook === "limitClosed";
  if (!rests) return sentence;
  return t("outlook.withDuration", { sentence, duration: t(`outlook.${ticket.timeInForce}`) });
}
