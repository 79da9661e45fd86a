import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";
import { CopyButton, KeyValue } from "@/ui";
import { useConfirmations } from "./useConfirmations";

/** Both ends of a long text: enough to compare by eye. */
const shortened = (text: string) => `${text.slice(0, 6)}…${text.slice(-6)}`;

/** A deposit's data on its chain: the network, the transaction, and its confirmations. */
export function CoinLines({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation(["deposits", "funds"]);
  const confirmed = useConfirmations(deposit);
  const { network, coins } = deposit;
  return (
    <>
      {network ? <KeyValue label={t("funds:deposit.network")}>{network}</KeyValue> : null}
      {coins ? (
        <KeyValue label={t("transaction")}>
          <span className="flex items-center justify-end gap-3">
            <span className="font-mono whitespace-nowrap" title={coins.transaction}>
              {shortened(coins.transaction)}
            </span>
            <CopyButton label={t("copyTransaction")} text={coins.transaction} />
          </span>
        </KeyValue>
      ) : null}
      {confirmed ? <KeyValue label={t("confirmations")}>{confirmed.labelled}</KeyValue> : null}
    </>
  );
}
