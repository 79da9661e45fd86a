import { useTranslation } from "react-i18next";
import { isPositive } from "@/decimal";
import { Card, formatMoney, KeyValue, KeyValues, NO_VALUE } from "@/ui";
import { arrivingOf, paidFor } from "./amounts";

interface WithdrawalSummaryProps {
  /** Null until it is an amount that can be withdrawn. */
  amount: string | null;
  currency: string;
  fee: string;
  /** Units of the funding account's currency for one of this currency; null within one. */
  rate: string | null;
  /** The currency of the funding account, once known. */
  funding: string | undefined;
  /** The name of the saved account, if it is not shown above. */
  account?: string;
}

/** The amounts that leave the funding account, are kept as a fee, and arrive. */
export function WithdrawalSummary(props: WithdrawalSummaryProps) {
  const { amount, currency, fee, rate, funding, account } = props;
  const { t } = useTranslation(["withdrawals", "funds"]);
  return (
    <Card className="py-2">
      <KeyValues>
        {account ? <KeyValue label={t("withdrawals:to")}>{account}</KeyValue> : null}
        <KeyValue label={t("withdrawals:amount")}>
          {amount === null ? NO_VALUE : `${formatMoney(amount)} ${currency}`}
        </KeyValue>
        <KeyValue label={t("withdrawals:fee")}>
          {isPositive(fee) ? `${formatMoney(fee)} ${currency}` : t("withdrawals:noFee")}
        </KeyValue>
        {rate && funding ? (
          <KeyValue label={t("withdrawals:paid", { wallet: t("funds:wallet.BALANCE") })}>
            {amount === null ? NO_VALUE : `${formatMoney(paidFor(amount, rate))} ${funding}`}
          </KeyValue>
        ) : null}
        <KeyValue total label={t("withdrawals:arrives")}>
          {amount === null ? NO_VALUE : `${formatMoney(arrivingOf(amount, fee))} ${currency}`}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}
