import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DepositAddress } from "@/api/coins";
import { isPositive } from "@/decimal";
import { sendTestPayment } from "@/money/coins";
import { useMoneyAction } from "@/money/useMoneyAction";
import {
  AmountField,
  Button,
  Card,
  FormError,
  formatMoney,
  SectionTitle,
  toast,
  UnansweredNotice,
} from "@/ui";

/** The decimals that a simulated payment may have. */
const DECIMALS = 8;

/** Sends coins on a simulated chain, as if from the customer's wallet; amounts below the minimum are allowed. */
export function TestPayment({ to }: { to: DepositAddress }) {
  const { t } = useTranslation(["funds", "deposits", "money", "common"]);
  const [amount, setAmount] = useState("");
  const { currency, network, minimum } = to;
  const payment = { currency, network, amount };
  const sending = useMoneyAction(sendTestPayment, {
    onAnswer: () => {
      setAmount("");
      toast(t("deposits:testSent"));
    },
  });
  const { busy, refusal } = sending;
  const unanswered = busy || !isPositive(amount) ? null : sending.earlierOf(payment);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPositive(amount)) sending.perform(payment);
  };
  return (
    <section>
      <SectionTitle>{t("deposits:test")}</SectionTitle>
      <Card>
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <p className="text-small text-ink-2">{t("deposits:testText", { network })}</p>
          <AmountField
            label={t("deposit.amount")}
            value={amount}
            onChange={setAmount}
            decimals={DECIMALS}
            unit={currency}
            hint={t("deposits:testHint", { amount: formatMoney(minimum), currency })}
          />
          <FormError text={refusal?.msg} />
          {unanswered ? (
            <UnansweredNotice since={unanswered.since}>
              {t("deposits:testUnanswered")}
            </UnansweredNotice>
          ) : null}
          <div className="flex gap-3">
            {unanswered ? (
              <Button look="ghost" onClick={() => sending.performAsNew(payment)}>
                {t("money:unanswered.isNew")}
              </Button>
            ) : null}
            <Button
              type="submit"
              busy={busy}
              reason={isPositive(amount) ? null : t("common:unavailable.amount")}
            >
              {unanswered ? t("money:unanswered.findOut") : t("deposits:testSubmit")}
            </Button>
          </div>
        </form>
      </Card>
    </section>
  );
}
