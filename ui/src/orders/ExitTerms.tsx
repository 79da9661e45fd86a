import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { formatPriceOf } from "@/products";
import type { Exit } from "@/trade/exits";
import type { Ticket } from "@/trade/ticket";
import type { LegMarket } from "@/trade/ticketLegs";
import { KeyValue, KeyValues } from "@/ui";
import { useGoodForText } from "./GoodFor";
import { Quantity, TicketTerms } from "./TicketTerms";

interface ExitTermsProps {
  exit: Exit;
  ticket: Ticket;
  instrument: InstrumentDetail;
  now: LegMarket;
}

/** The terms of an order that closes a position and waits; one at the market has none. */
export function ExitTerms({ exit, ticket, instrument, now }: ExitTermsProps) {
  const { t } = useTranslation(["orders", "ticket"]);
  const goodFor = useGoodForText("gtc", null, instrument.market);
  if (exit.type === "market") return null;
  if (exit.type !== "pair") {
    return <TicketTerms ticket={ticket} instrument={instrument} now={now} />;
  }
  return (
    <KeyValues className="mb-3">
      <Quantity of={instrument} quantity={ticket.size.quantity ?? ""} />
      <KeyValue label={t("ticket.type")}>{t("ticket:type.pair.name")}</KeyValue>
      <KeyValue label={t("ticket:legs.takeProfit")}>
        {formatPriceOf(instrument, exit.takeProfit)}
      </KeyValue>
      <KeyValue label={t("ticket:legs.stopLoss")}>
        {formatPriceOf(instrument, exit.stopPrice)}
      </KeyValue>
      <KeyValue label={t("ticket.goodFor")}>{goodFor}</KeyValue>
    </KeyValues>
  );
}
