import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { formatPriceOf, kindOf } from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { formatDecimal, KeyValue, KeyValues } from "@/ui";
import { useGoodForText } from "./GoodFor";
import type { Ticket } from "./ticket";

interface TicketTermsProps {
  ticket: Ticket;
  instrument: InstrumentDetail;
}

/** The terms of an order that its cost does not show. */
export function TicketTerms({ ticket, instrument }: TicketTermsProps) {
  const { t } = useTranslation("orders");
  const { sessionClosesAt, market } = instrument;
  const goodFor = useGoodForText(ticket.timeInForce, sessionClosesAt, market);
  const isLimit = ticket.type === "limit";
  return (
    <KeyValues className="mb-3">
      <KeyValue label={t("review.stock", { context: kindOf(instrument).words })}>
        <InstrumentTitle of={instrument} className="" />
      </KeyValue>
      <KeyValue label={t("ticket.type")}>
        {isLimit
          ? `${t("type.limit")} ${formatPriceOf(instrument, ticket.limitPrice)}`
          : t("type.market")}
      </KeyValue>
      {ticket.leverage ? (
        <KeyValue label={t("leverage.label")}>{formatDecimal(ticket.leverage)} : 1</KeyValue>
      ) : null}
      {isLimit ? <KeyValue label={t("ticket.goodFor")}>{goodFor}</KeyValue> : null}
    </KeyValues>
  );
}
