import { useTranslation } from "react-i18next";
import type { OrderCost } from "@/api/costs";
import type { FutureTerms, Instrument } from "@/api/market";
import type { Side } from "@/api/orders";
import { formatAverageOf, formatPriceOf } from "@/products";
import { EndLines } from "@/products/EndLines";
import {
  Card,
  directionOf,
  formatDecimal,
  formatMoney,
  isPositive,
  KeyValue,
  KeyValues,
  negate,
  Own,
  subtract,
} from "@/ui";
import { FeeName } from "./FeeName";

type Named = Pick<Instrument, "symbol" | "assetClass" | "market">;

interface FutureLinesProps {
  instrument: Named;
  cost: OrderCost;
  terms: FutureTerms;
}

interface CostCardProps {
  instrument: Named;
  /** The terms of a future. */
  future?: FutureTerms | undefined;
  cost: OrderCost;
  side: Side;
  /** True for a market order, whose price is known only when it fills. */
  estimated: boolean;
}

function Totals({ cost, side, estimated }: CostCardProps) {
  const { t } = useTranslation("orders");
  const { total, held, currency, margin } = cost;
  const amount = (value: string) => `${formatMoney(value, currency)} ${currency}`;
  if (margin) {
    return (
      <KeyValue label={t(isPositive(held) ? "cost.held" : "cost.setAside")} total>
        {amount(total)}
      </KeyValue>
    );
  }
  if (side === "sell") {
    const label = t(estimated ? "cost.receivedAbout" : "cost.received");
    return (
      <KeyValue label={label} total>
        {amount(total)}
      </KeyValue>
    );
  }
  if (!isPositive(held)) {
    return (
      <KeyValue label={t(estimated ? "cost.paidAbout" : "cost.paid")} total>
        {amount(total)}
      </KeyValue>
    );
  }
  const paidNow = subtract(total, held);
  return (
    <>
      {isPositive(paidNow) ? (
        <KeyValue label={t("cost.paidNow")}>{amount(paidNow)}</KeyValue>
      ) : null}
      <KeyValue label={t("cost.held")} total>
        {amount(held)}
      </KeyValue>
    </>
  );
}

interface NightFinancingProps {
  amount: string | null;
  currency: string;
}

/** The financing of a night: who pays whom is said in words. */
function NightFinancing({ amount, currency }: NightFinancingProps) {
  const { t } = useTranslation("orders");
  const written = (value: string) => `${formatMoney(value, currency)} ${currency}`;
  if (amount === null) return t("margin.financingUnknown");
  switch (directionOf(amount)) {
    case "fall":
      return t("margin.financingPaid", { amount: written(negate(amount)) });
    case "rise":
      return t("margin.financingReceived", { amount: written(amount) });
    case "flat":
      return written(amount);
  }
}

/** The contract's value and margins. A future has neither leverage nor nights. */
function FutureLines({ instrument, cost, terms }: FutureLinesProps) {
  const { t } = useTranslation("orders");
  const { margin, currency, priceCurrency } = cost;
  const amount = (value: string, of = currency) => `${formatMoney(value, of)} ${of}`;
  const { multiplier } = terms;
  const factors = [formatDecimal(cost.quantity), formatAverageOf(instrument, cost.price)];
  return (
    <>
      <KeyValue
        label={
          <>
            {t("future.value")}
            <span className="block text-caption">
              {[...factors, ...(multiplier ? [formatDecimal(multiplier)] : [])].join(" × ")}
            </span>
          </>
        }
      >
        {amount(cost.value, priceCurrency)}
      </KeyValue>
      {multiplier ? (
        <KeyValue label={t("future.multiplier")}>
          {t("future.point", { amount: formatDecimal(multiplier), currency: priceCurrency })}
        </KeyValue>
      ) : null}
      <EndLines of={instrument} days={terms} />
      {margin ? <KeyValue label={t("margin.initial")}>{amount(margin.margin)}</KeyValue> : null}
      {margin?.maintenance ? (
        <KeyValue label={t("margin.maintenance")}>{amount(margin.maintenance)}</KeyValue>
      ) : null}
    </>
  );
}

/**
 * The terms of a position on margin, besides those of every order. The liquidation price has the colour of danger, not
 * of a direction.
 */
function MarginLines({ instrument, cost }: Pick<CostCardProps, "instrument" | "cost">) {
  const { t } = useTranslation("orders");
  const { margin, currency } = cost;
  if (!margin) return null;
  const amount = (value: string) => `${formatMoney(value, currency)} ${currency}`;
  const { financing, liquidationPrice } = margin;
  return (
    <>
      <KeyValue
        label={
          margin.leverage
            ? t("margin.atLeverage", { leverage: formatDecimal(margin.leverage) })
            : t("margin.initial")
        }
      >
        {amount(margin.margin)}
      </KeyValue>
      {margin.pipValue ? (
        <KeyValue label={t("margin.pipValue")}>{amount(margin.pipValue)}</KeyValue>
      ) : null}
      {margin.spread ? (
        <KeyValue label={t("margin.spread")}>{amount(margin.spread)}</KeyValue>
      ) : null}
      <KeyValue label={t("margin.financing")}>
        <NightFinancing amount={financing} currency={currency} />
      </KeyValue>
      <KeyValue label={t("margin.liquidation")}>
        {liquidationPrice === null ? (
          t("margin.noLiquidation")
        ) : (
          <span className="font-semibold text-danger">
            {formatPriceOf(instrument, liquidationPrice)}
          </span>
        )}
      </KeyValue>
    </>
  );
}

/** The cost or proceeds of an order, line by line, as calculated by the server. */
export function CostCard(props: CostCardProps) {
  const { t } = useTranslation("orders");
  const { instrument, cost, side, future } = props;
  const product = `${formatDecimal(cost.quantity)} × ${formatAverageOf(instrument, cost.price)}`;
  const paid = side === "buy" || cost.margin !== null;
  const value = formatMoney(cost.value, cost.priceCurrency);
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t(paid ? "cost.title" : "cost.titleSell")}</h2>
      <KeyValues>
        {future ? (
          <FutureLines instrument={instrument} cost={cost} terms={future} />
        ) : (
          <>
            <KeyValue label={product}>
              {cost.margin ? `${value} ${cost.priceCurrency}` : value}
            </KeyValue>
            <MarginLines instrument={instrument} cost={cost} />
          </>
        )}
        {cost.fees.map((fee) => (
          <KeyValue key={fee.name} label={<FeeName fee={fee} />}>
            {formatMoney(fee.amount, cost.currency)}
            {future ? ` ${cost.currency}` : null}
          </KeyValue>
        ))}
        {cost.fees.length === 0 ? (
          <KeyValue label={t("cost.fees")}>{formatMoney(cost.feeTotal, cost.currency)}</KeyValue>
        ) : null}
        <Totals {...props} />
        {future && cost.buyingPowerAfter ? (
          <KeyValue label={t("future.after")}>
            <Own>{formatMoney(cost.buyingPowerAfter, cost.currency)}</Own> {cost.currency}
          </KeyValue>
        ) : null}
      </KeyValues>
    </Card>
  );
}
