import { useTranslation } from "react-i18next";
import type { OrderCost, Side } from "@/api/orders";
import {
  Card,
  formatDecimal,
  formatMoney,
  formatPrice,
  isPositive,
  KeyValue,
  KeyValues,
  subtract,
} from "@/ui";
import { FeeName } from "./FeeName";

interface CostCardProps {
  cost: OrderCost;
  side: Side;
  /** A market order's price is known only when it fills. */
  estimated: boolean;
}

function Totals({ cost, side, estimated }: CostCardProps) {
  const { t } = useTranslation("orders");
  const { total, held, currency } = cost;
  const amount = (value: string) => `${formatMoney(value)} ${currency}`;
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

/** What an order costs or brings, line by line, as the server works it out. */
export function CostCard(props: CostCardProps) {
  const { t } = useTranslation("orders");
  const { cost, side } = props;
  const product = `${formatDecimal(cost.quantity)} × ${formatPrice(cost.price)}`;
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">
        {t(side === "buy" ? "cost.title" : "cost.titleSell")}
      </h2>
      <KeyValues>
        <KeyValue label={product}>{formatMoney(cost.value)}</KeyValue>
        {cost.fees.map((fee) => (
          <KeyValue key={fee.name} label={<FeeName fee={fee} />}>
            {formatMoney(fee.amount)}
          </KeyValue>
        ))}
        {cost.fees.length === 0 ? (
          <KeyValue label={t("cost.fees")}>{formatMoney(cost.feeTotal)}</KeyValue>
        ) : null}
        <Totals {...props} />
      </KeyValues>
    </Card>
  );
}
