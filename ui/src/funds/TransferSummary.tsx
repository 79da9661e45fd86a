import { useTranslation } from "react-i18next";
import type { Rate } from "@/api/fundingOverview";
import type { Wallet } from "@/api/funds";
import { Card, formatDecimal, formatMoney, KeyValue, KeyValues } from "@/ui";
import { isPositive } from "@/ui/decimal";
import { RateSource } from "./RateSource";
import { converted } from "./transfer";

interface TransferSummaryProps {
  from: Wallet;
  to: Wallet;
  amount: string;
  /** Between the two currencies; undefined within one. */
  rate: Rate | undefined;
}

/** What leaves, what arrives and at which rate. */
export function TransferSummary({ from, to, amount, rate }: TransferSummaryProps) {
  const { t } = useTranslation("funds");
  const sent = isPositive(amount) ? amount : "0";
  const arriving = rate ? converted(sent, rate.rate) : sent;
  return (
    <Card className="py-2">
      <KeyValues>
        <KeyValue label={t("transfer.leaves", { wallet: t(`wallet.${from.type}`) })}>
          {formatMoney(sent)} {from.currency}
        </KeyValue>
        {rate ? (
          <KeyValue label={t("transfer.rate")}>
            1 {rate.from} = {formatDecimal(rate.rate)} {rate.to}
          </KeyValue>
        ) : null}
        <KeyValue label={t("transfer.fee")}>{t("transfer.noFee")}</KeyValue>
        <KeyValue total label={t("transfer.arrives", { wallet: t(`wallet.${to.type}`) })}>
          {formatMoney(arriving)} {to.currency}
        </KeyValue>
      </KeyValues>
      {rate ? <RateSource source={rate.source} /> : null}
    </Card>
  );
}
