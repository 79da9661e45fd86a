import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Order } from "@/api/orders";
import { type Lasting, limitOf, stopOf } from "@/api/orderTerms";
import { priceLook, smallestTick, unitOf } from "@/products";
import { measured } from "@/products/words";
import { useQuote } from "@/push/quotes";
import {
  AmountField,
  Chips,
  decimalsOf,
  Field,
  formatDecimal,
  isPositive,
  ownText,
  withDecimals,
} from "@/ui";
import { todayIn } from "@/ui/time";
import { type AmendField, type Changed, timesOf, trailOf } from "./amendment";
import { legKindOf } from "./legs";
import { PriceField } from "./PriceField";
import { TrailField } from "./TrailField";
import { useAway } from "./useAway";

interface AmendFieldsProps {
  order: Order;
  rules: InstrumentDetail | undefined;
  fields: readonly AmendField[];
  changed: Changed;
  onChange: (changed: Changed) => void;
  /** The time in force of the order. */
  before: Lasting;
  /** The clock by which its days are told. */
  timeZone: string;
  /** The refusal of one of the fields. */
  refused: { field: AmendField; text: string | undefined } | null;
}

/** The time in force, with the day at whose end the order expires. */
function TimeFields({
  order,
  changed,
  onChange,
  before,
  timeZone,
  error,
}: AmendFieldsProps & { error: string | undefined }) {
  const { t } = useTranslation("orders");
  const times = timesOf(order);
  const present = times.find((time) => time === before.timeInForce);
  const time = changed.time ?? present;
  const names = {
    day: t("timeInForce.day"),
    gtc: t("timeInForce.gtc"),
    gtd: t("amend.untilDate"),
  };
  const date = changed.date ?? (before.timeInForce === "gtd" ? before.expireDate : "");
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <span className="shrink-0 text-note text-ink-2">{t("ticket.goodFor")}</span>
        <Chips
          label={t("ticket.goodFor")}
          value={time ?? "day"}
          onChange={(next) => onChange({ ...changed, time: next })}
          choices={times.map((value) => ({ value, label: names[value] }))}
        />
      </div>
      {time === "gtd" ? (
        <Field
          type="date"
          label={t("amend.lastDay")}
          value={date}
          min={todayIn(timeZone)}
          onChange={({ target }) => onChange({ ...changed, date: target.value })}
          error={error}
        />
      ) : null}
      {time !== "gtd" && error ? (
        <p role="alert" className="px-1 text-small text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function QuantityField(props: AmendFieldsProps & { error: string | undefined }) {
  const { t } = useTranslation("orders");
  const { order, rules, changed, onChange, error } = props;
  const filled = isPositive(order.filled)
    ? t("amend.filled", {
        quantity: measured(t, order, ownText(formatDecimal(order.filled))),
      })
    : null;
  const both = legKindOf(order) !== null && order.legs.length > 1 ? t("amend.bothLegs") : null;
  const hint = [filled, both].filter((part) => part !== null).join(" ");
  // A quantity in fractions is changed in fractions.
  const decimals = Math.max(decimalsOf(rules?.lotSize ?? "1"), decimalsOf(order.quantity));
  return (
    <AmountField
      label={t("amend.total")}
      value={changed.quantity ?? order.quantity}
      onChange={(quantity) => onChange({ ...changed, quantity })}
      decimals={decimals}
      unit={rules && unitOf(rules)}
      error={error}
      hint={hint || undefined}
    />
  );
}

/** The fields of a change, by the type of the order. Untouched ones follow the order. */
export function AmendFields(props: AmendFieldsProps) {
  const { t } = useTranslation(["orders", "ticket"]);
  const { order, rules, fields, changed, onChange, refused } = props;
  const last = useQuote(order)?.last ?? "";
  const away = useAway(order);
  const distanceFrom = (price: string) => {
    const distance = away(price, last);
    return distance === null ? undefined : t("ticket:away.sentence", { away: distance });
  };
  const errorOf = (field: AmendField) => (refused?.field === field ? refused.text : undefined);
  // The server leaves out trailing zeros of prices.
  const priceOf = (price: string | null) =>
    withDecimals(price ?? "", priceLook(order, price).decimals);
  const [limit, stop] = [priceOf(limitOf(order.prices)), priceOf(stopOf(order.prices))];
  const tickSize = rules?.tickSize ?? smallestTick(order, limit || stop);
  const trail = trailOf(order);
  return (
    <div className="space-y-2 pt-1">
      {fields.includes("stopPrice") ? (
        <PriceField
          label={t("amend.stopPrice")}
          value={changed.stopPrice ?? stop}
          onChange={(stopPrice) => onChange({ ...changed, stopPrice })}
          tickSize={tickSize}
          fallback={stop}
          error={errorOf("stopPrice")}
          hint={distanceFrom(changed.stopPrice ?? stop)}
        />
      ) : null}
      {fields.includes("limitPrice") ? (
        <PriceField
          value={changed.limitPrice ?? limit}
          onChange={(limitPrice) => onChange({ ...changed, limitPrice })}
          tickSize={tickSize}
          fallback={limit}
          error={errorOf("limitPrice")}
          hint={distanceFrom(changed.limitPrice ?? limit)}
        />
      ) : null}
      {trail !== null && fields.includes("trail") ? (
        <TrailField
          label={t("amend.trail")}
          trail={changed.trail ?? trail}
          onChange={(next) => onChange({ ...changed, trail: next })}
          currency={order.priceCurrency}
          tickSize={tickSize}
          begun={trail}
          error={errorOf("trail")}
        />
      ) : null}
      {fields.includes("quantity") ? (
        <QuantityField {...props} error={errorOf("quantity")} />
      ) : null}
      {fields.includes("lasting") ? <TimeFields {...props} error={errorOf("lasting")} /> : null}
    </div>
  );
}
