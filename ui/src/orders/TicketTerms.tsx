import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { fillsOutside, limitOf } from "@/api/orderTerms";
import { formatPriceOf, multiplierOf } from "@/products";
import { counted } from "@/products/words";
import { waitsForStop } from "@/trade/orderTypes";
import { distanceOf, priceTerms } from "@/trade/priceTerms";
import { stopBehind, triggerOf } from "@/trade/stops";
import type { Ticket } from "@/trade/ticket";
import { type LegMarket, profitAt } from "@/trade/ticketLegs";
import { formatDecimal, formatMoney, KeyValue, KeyValues } from "@/ui";
import { useGoodForTerms } from "./GoodFor";
import { LegProfit } from "./LegProfit";

interface TicketTermsProps {
  ticket: Ticket;
  instrument: InstrumentDetail;
  now: LegMarket;
  /** The price at which the order is expected to be filled, and its quantity; empty while unknown. */
  entry?: string;
  quantity?: string;
}

/** The stop of an order, and the limit or the trail beside it. */
function Stops({ ticket, instrument, now }: TicketTermsProps) {
  const { t } = useTranslation(["ticket", "orders"]);
  const { terms, side } = ticket;
  const limit = limitOf(terms);
  if (terms.type === "trailingStop") {
    const stop = stopBehind(triggerOf(now.trigger, side, now), terms.trail, side, now.tickSize);
    return (
      <>
        <KeyValue label={t("field.trail")}>
          {t("review.trail", { distance: distanceOf(instrument, terms) })}
        </KeyValue>
        {stop ? (
          <KeyValue label={t("review.first")}>{formatPriceOf(instrument, stop)}</KeyValue>
        ) : null}
      </>
    );
  }
  return (
    <>
      {"stopPrice" in terms ? (
        <KeyValue label={t("field.stopPrice")}>
          {formatPriceOf(instrument, terms.stopPrice)}
        </KeyValue>
      ) : null}
      {limit === null ? null : (
        <KeyValue label={t("orders:ticket.limitPrice")}>
          {formatPriceOf(instrument, limit)}
        </KeyValue>
      )}
    </>
  );
}

interface LegTermsProps extends TicketTermsProps {
  label: string;
  price: string;
  limit?: string | undefined;
}

/** A leg: its price, its limit, and what it would bring. */
function LegTerms({
  label,
  price,
  limit,
  ticket,
  instrument,
  entry = "",
  quantity = "",
}: LegTermsProps) {
  const { t } = useTranslation("ticket");
  const profit = profitAt(price, entry, quantity, ticket.side, multiplierOf(instrument));
  const prices = [
    formatPriceOf(instrument, price),
    ...(limit ? [t("legs.limitAt", { price: formatPriceOf(instrument, limit) })] : []),
  ];
  return (
    <KeyValue label={label}>
      {prices.join(" · ")}
      {profit === null ? null : (
        <span className="block text-small text-ink-2">
          <LegProfit profit={profit} currency={instrument.currency} />
        </span>
      )}
    </KeyValue>
  );
}

/** The quantity of an order under review, whose title names the instrument. */
export function Quantity({ of, quantity }: { of: InstrumentDetail; quantity: string }) {
  const { t } = useTranslation("orders");
  return (
    <KeyValue label={t("ticket.quantity")}>
      {counted(t, of, quantity)} {of.baseCurrency}
    </KeyValue>
  );
}

/** The terms of an order that its cost does not show. */
export function TicketTerms(props: TicketTermsProps) {
  const { ticket, instrument } = props;
  const { t } = useTranslation(["orders", "ticket"]);
  const { terms, size, takeProfit, stopLoss } = ticket;
  const goodFor = useGoodForTerms(terms, instrument);
  const waits = waitsForStop(terms.type);
  return (
    <KeyValues className="mb-3">
      {size.quantity === undefined ? null : <Quantity of={instrument} quantity={size.quantity} />}
      <KeyValue label={t("ticket.type")}>
        {waits ? t(`ticket:type.${terms.type}.name`) : priceTerms(t, instrument, terms)}
      </KeyValue>
      {waits ? <Stops {...props} /> : null}
      {size.amount === undefined ? null : (
        <KeyValue label={t("amount.field")}>
          {formatMoney(size.amount, instrument.currency)} {instrument.currency}
        </KeyValue>
      )}
      {ticket.leverage ? (
        <KeyValue label={t("leverage.label")}>{formatDecimal(ticket.leverage)} : 1</KeyValue>
      ) : null}
      {takeProfit === undefined ? null : (
        <LegTerms {...props} label={t("ticket:legs.takeProfit")} price={takeProfit} />
      )}
      {stopLoss === undefined ? null : (
        <LegTerms
          {...props}
          label={t("ticket:legs.stopLoss")}
          price={stopLoss.stopPrice}
          limit={stopLoss.limitPrice}
        />
      )}
      {terms.timeInForce ? <KeyValue label={t("ticket.goodFor")}>{goodFor}</KeyValue> : null}
      {fillsOutside(terms) ? (
        <KeyValue label={t("ticket:hours.label")}>{t("ticket:hours.included")}</KeyValue>
      ) : null}
    </KeyValues>
  );
}
