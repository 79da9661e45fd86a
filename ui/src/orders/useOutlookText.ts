import { useTranslation } from "react-i18next";
import { formatPrice } from "@/ui";
import type { TicketState } from "./useTicket";

/** What will happen to the order, as a sentence. */
export function useOutlookText({ ticket, quote, outlook }: TicketState): string {
  const { t } = useTranslation("orders");
  if (!outlook) return "";
  const values = {
    price: formatPrice(ticket.price),
    bid: formatPrice(quote.bid),
    ask: formatPrice(quote.ask),
  };
  const sentence = t(`outlook.${outlook}`, values);
  const rests = outlook.startsWith("limitRests") || outlook === "limitClosed";
  if (!rests) return sentence;
  return t("outlook.withDuration", { sentence, duration: t(`outlook.${ticket.timeInForce}`) });
}
