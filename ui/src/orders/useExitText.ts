import { useTranslation } from "react-i18next";
import type { OrderCost } from "@/api/costs";
import type { InstrumentDetail } from "@/api/market";
import { formatPriceOf } from "@/products";
import type { Exit } from "@/trade/exits";
import type { Ticket } from "@/trade/ticket";
import { useOutlook } from "./useOutlook";
import type { TicketQuote } from "./useTicket";

/** The outlook of an order that closes a position, as a sentence. */
export function useExitText(
  instrument: InstrumentDetail,
  exit: Exit,
  ticket: Ticket,
  quote: TicketQuote,
  estimate: OrderCost | null = null,
): string {
  const { t } = useTranslation("ticket");
  const { text } = useOutlook(instrument, ticket, quote, estimate);
  if (exit.type !== "pair") return text;
  return t("closing.pairWaits", {
    profit: formatPriceOf(instrument, exit.takeProfit),
    stop: formatPriceOf(instrument, exit.stopPrice),
  });
}
