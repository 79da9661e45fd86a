import { useTranslation } from "react-i18next";
import type { TransferQuote } from "@/api/transferQuote";
import { formatDecimal, formatMoney, KeyValue, Own } from "@/ui";

/** The price and the cost of an exchange, for its review and its receipt. */
export function QuoteLines({ quote }: { quote: TransferQuote }) {
  const { t } = useTranslation(["funds", "transfers"]);
  const { price, base, counter, spreadCost, received } = quote;
  return (
    <>
      <KeyValue label={t("funds:transfer.rate")}>
        1 {base} = {formatDecimal(price)} {counter}
      </KeyValue>
      <KeyValue label={t("transfers:spread")}>
        <Own>{formatMoney(spreadCost)}</Own> {received.currency}
      </KeyValue>
      <KeyValue label={t("funds:transfer.fee")}>{t("funds:transfer.noFee")}</KeyValue>
    </>
  );
}
