import { useTranslation } from "react-i18next";
import { formatPrice, KeyValue, KeyValues } from "@/ui";
import type { Ticket } from "./ticket";

/** The terms of an order that its cost does not show. */
export function TicketTerms({ ticket, name }: { ticket: Ticket; name: string }) {
  const { t } = useTranslation("orders");
  const isLimit = ticket.type === "limit";
  return (
    <KeyValues className="mb-3 px-1">
      <KeyValue label={t("review.stock")}>{name}</KeyValue>
      <KeyValue label={t("ticket.type")}>
        {isLimit ? `${t("type.limit")} ${formatPrice(ticket.limitPrice)}` : t("type.market")}
      </KeyValue>
      {isLimit ? (
        <KeyValue label={t("ticket.goodFor")}>{t(`timeInForce.${ticket.timeInForce}`)}</KeyValue>
      ) : null}
    </KeyValues>
  );
}
