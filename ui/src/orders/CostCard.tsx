import { useTranslation } from "react-i18next";
import type { Direction, Preview } from "@/api/types";
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
import { BUY } from "./words";

interface CostCardProps {
  preview: Preview;
  direction: Direction;
  /** A market order's price is known only when it fills. */
  estimated: boolean;
}

function Totals({ preview, direction, estimated }: CostCardProps) {
  const { t } = useTranslation("orders");
  const { total, heldAmount, currency } = preview;
  const amount = (value: string) => `${formatMoney(value)} ${currency}`;
  if (direction !== BUY) {
    const label = t(estimated ? "cost.receivedAbout" : "cost.received");
    return (
      <KeyValue label={label} total>
        {amount(total)}
      </KeyValue>
    );
  }
  if (!isPositive(heldAmount)) {
    return (
      <KeyValue label={t(estimated ? "cost.paidAbout" : "cost.paid")} total>
        {amount(total)}
      </KeyValue>
    );
  }
  const paidNow = subtract(total, heldAmount);
  return (
    <>
      {isPositive(paidNow) ? (
        <KeyValue label={t("cost.paidNow")}>{amount(paidNow)}</KeyValue>
      ) : null}
      <KeyValue label={t("cost.held")} total>
        {amount(heldAmount)}
      </KeyValue>
    </>
  );
}

/** What an order costs or brings, line by line, as the server works it out. */
export function CostCard(props: CostCardProps) {
  const { t } = useTranslation("orders");
  const { preview, direction } = props;
  const product = `${formatDecimal(preview.quantity)} × ${formatPrice(preview.price)}`;
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">
        {t(direction === BUY ? "cost.title" : "cost.titleSell")}
      </h2>
      <KeyValues>
        <KeyValue label={product}>{formatMoney(preview.notional)}</KeyValue>
        {preview.fees.map((fee) => (
          <KeyValue key={fee.name} label={<FeeName fee={fee} />}>
            {formatMoney(fee.amount)}
          </KeyValue>
        ))}
        {preview.fees.length === 0 ? (
          <KeyValue label={t("cost.fees")}>{formatMoney(preview.feeTotal)}</KeyValue>
        ) : null}
        <Totals {...props} />
      </KeyValues>
    </Card>
  );
}
