import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf } from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { thingOf } from "@/products/words";
import { formatDecimal, formatMoney, KeyValue, KeyValues } from "@/ui";
import { useGoodForText } from "./GoodFor";
import { priceTerms } from "./priceTerms";
import type { Ticket } from "./ticket";

interface TicketTermsProps {
  ticket: Ticket;
  instrument: InstrumentDetail;
}

/** The terms of an order that its cost does not show. */
export function TicketTerms({ ticket, instrument }: TicketTermsProps) {
  const { t } = useTranslation("orders");
  const { sessionClosesAt, market, currency } = instrument;
  const { terms, size } = ticket;
  const { timeInForce = "day" } = terms;
  const goodFor = useGoodForText(timeInForce, sessionClosesAt, market);
  return (
    <KeyValues className="mb-3">
      <KeyValue label={thingOf(t, kindOf(instrument), "label")}>
        <InstrumentTitle of={instrument} className="" />
      </KeyValue>
      <KeyValue label={t("ticket.type")}>{priceTerms(t, instrument, terms)}</KeyValue>
      {size.amount === undefined ? null : (
        <KeyValue label={t("amount.field")}>
          {formatMoney(size.amount)} {currency}
        </KeyValue>
      )}
      {ticket.leverage ? (
        <KeyValue label={t("leverage.label")}>{formatDecimal(ticket.leverage)} : 1</KeyValue>
      ) : null}
      {terms.timeInForce ? <KeyValue label={t("ticket.goodFor")}>{goodFor}</KeyValue> : null}
    </KeyValues>
  );
}
