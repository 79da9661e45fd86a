import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { isPositive } from "@/decimal";
import { UnansweredActions } from "@/money/UnansweredActions";
import {
  Button,
  Card,
  formatMoment,
  formatMoney,
  KeyValue,
  KeyValues,
  Own,
  Page,
  TopBar,
  useOwnText,
} from "@/ui";
import { Column } from "@/ui/Column";
import { destinationOf } from "./destination";
import { WithdrawalList } from "./WithdrawalList";

interface WithdrawalDoneProps {
  withdrawal: Withdrawal;
  /** The time at which it was sent, if that was an earlier try without an answer. */
  since?: number;
  onAgain: () => void;
}

/** The requested withdrawal, and the list that contains it now. */
export function WithdrawalDone({ withdrawal, since, onAgain }: WithdrawalDoneProps) {
  const { t, i18n } = useTranslation(["withdrawals", "funds", "money"]);
  const own = useOwnText();
  const { asked, fee, arriving, paid, id } = withdrawal;
  return (
    <Page top={<TopBar />}>
      <Column>
        <UnansweredActions />
        <div role="status" className="flex flex-col items-center gap-2 pt-6 pb-3 text-center">
          <CircleCheck size={40} strokeWidth={1.5} className="text-success" aria-hidden />
          <p className="text-heading font-semibold">{t("withdrawals:done")}</p>
          <p className="text-note text-ink-2">
            {since === undefined
              ? t("withdrawals:doneText")
              : t("money:found.withdrawal", { time: formatMoment(since, i18n.language) })}
          </p>
        </div>
        <Card className="py-2">
          <KeyValues>
            <KeyValue label={t("withdrawals:to")}>{destinationOf(withdrawal)}</KeyValue>
            <KeyValue label={t("withdrawals:amount")}>
              <Own>{formatMoney(asked.amount)}</Own> {asked.currency}
            </KeyValue>
            <KeyValue label={t("withdrawals:paid", { wallet: t("funds:wallet.BALANCE") })}>
              <Own>{formatMoney(paid.amount)}</Own> {paid.currency}
            </KeyValue>
            <KeyValue label={t("withdrawals:fee")}>
              {isPositive(fee)
                ? `${own(formatMoney(fee))} ${asked.currency}`
                : t("withdrawals:noFee")}
            </KeyValue>
            <KeyValue label={t("withdrawals:number")}>{id}</KeyValue>
            <KeyValue total label={t("withdrawals:arrives")}>
              <Own>{formatMoney(arriving)}</Own> {asked.currency}
            </KeyValue>
          </KeyValues>
        </Card>
        <div className="flex">
          <Button look="ghost" onClick={onAgain}>
            {t("withdrawals:another")}
          </Button>
        </div>
        <WithdrawalList />
      </Column>
    </Page>
  );
}
