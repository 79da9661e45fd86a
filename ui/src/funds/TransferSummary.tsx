import { useTranslation } from "react-i18next";
import type { Rate } from "@/api/fundingOverview";
import type { Wallet } from "@/api/funds";
import { isPositive } from "@/decimal";
import { Card, formatDecimal, formatMoney, KeyValue, KeyValues } from "@/ui";
import { RateSource } from "./RateSource";

interface TransferSummaryProps {
  from: Wallet;
  to: Wallet;
  amount: string;
}

/** The amounts that leave and arrive within one currency. */
export function TransferSummary({ from, to, amount }: TransferSummaryProps) {
  const { t } = useTranslation("funds");
  const sent = isPositive(amount) ? amount : "0";
  return (
    <Card className="py-2">
      <KeyValues>
        <KeyValue label={t("transfer.leaves", { wallet: t(`wallet.${from.type}`) })}>
          {formatMoney(sent)} {from.currency}
        </KeyValue>
        <KeyValue label={t("transfer.fee")}>{t("transfer.noFee")}</KeyValue>
        {from.currency === to.currency ? (
          <KeyValue total label={t("transfer.arrives", { wallet: t(`wallet.${to.type}`) })}>
            {formatMoney(sent)} {to.currency}
          </KeyValue>
        ) : null}
      </KeyValues>
    </Card>
  );
}

/** The approximate present rate. The arriving amount is only quoted when the transfer is reviewed. */
export function RateNow({ rate }: { rate: Rate }) {
  const { t } = useTranslation(["funds", "transfers"]);
  return (
    <Card className="py-2">
      <KeyValues>
        <KeyValue label={t("funds:transfer.rate")}>
          1 {rate.from} = {formatDecimal(rate.rate)} {rate.to}
        </KeyValue>
      </KeyValues>
      <RateSource source={rate.source} />
      <p className="pb-1 text-caption text-ink-2">{t("transfers:quotedLater")}</p>
    </Card>
  );
}
