import { type ReactNode, useState } from "react";
import { Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { DepositChannel } from "@/api/funds";
import { compare, isPositive } from "@/decimal";
import { UnansweredActions } from "@/money/UnansweredActions";
import {
  AmountField,
  Button,
  Card,
  currencyDecimals,
  FormError,
  formatDecimal,
  formatMoney,
  KeyValue,
  KeyValues,
  NO_VALUE,
  Page,
  TopBar,
  UnansweredNotice,
} from "@/ui";
import { Column, ColumnActions } from "@/ui/Column";
import { PaperNotice } from "./PaperNotice";
import { ProofField } from "./ProofField";
import { RateSource } from "./RateSource";
import { converted } from "./transfer";
import { useDeposit } from "./useDeposit";

/** Sample amounts: a press fills one in. Offered for paper money only. */
const PAPER_AMOUNTS = ["1000", "10000", "100000"];
const FORM = "deposit";

function PaperAmounts({ choose }: { choose: (amount: string) => void }) {
  return (
    <div className="flex gap-2 *:px-2">
      {PAPER_AMOUNTS.map((value) => (
        <Button key={value} look="ghost" onClick={() => choose(value)} className="num">
          {formatDecimal(value)}
        </Button>
      ))}
    </div>
  );
}

interface ChannelFormProps {
  channel: DepositChannel;
  /** The initial amount, if the address has one. */
  asked: string | undefined;
  /** Content before the amount. */
  children: ReactNode;
}

/** The amount of a deposit through a channel, its credit, and the button that announces it. */
export function ChannelForm({ channel, asked, children }: ChannelFormProps) {
  const { t } = useTranslation(["funds", "money", "common", "files"]);
  const { form, submit, submitAsNew, busy, unanswered } = useDeposit(channel, asked);
  const { errors } = form.formState;
  const amount = form.watch("amount");
  const { currency, minimum, creditCurrency, rate, rateSource, paper } = channel;
  const [isSending, setSending] = useState(false);
  const stillSending = isSending ? t("files:sending") : null;
  const reason = isPositive(amount) ? stillSending : t("common:unavailable.amount");
  const submitText = paper ? t("deposit.submitPaper") : t("deposit.submit");
  return (
    <Page
      top={<TopBar />}
      bottom={
        <ColumnActions>
          {unanswered ? (
            <Button look="ghost" onClick={submitAsNew}>
              {t("money:unanswered.isNew")}
            </Button>
          ) : null}
          <Button type="submit" form={FORM} busy={busy} reason={reason}>
            {unanswered ? t("money:unanswered.findOut") : submitText}
          </Button>
        </ColumnActions>
      }
    >
      <Column>
        <UnansweredActions except={({ key }) => key === unanswered?.key} />
        <form id={FORM} onSubmit={submit} noValidate className="flex flex-col gap-3">
          {paper ? <PaperNotice /> : null}
          {children}
          <Controller
            name="amount"
            control={form.control}
            render={({ field }) => (
              <AmountField
                label={t("deposit.amount")}
                name={field.name}
                ref={field.ref}
                value={field.value}
                onChange={field.onChange}
                decimals={currencyDecimals(currency)}
                unit={currency}
                error={errors.amount?.message}
                hint={t("deposit.minimum", { amount: formatMoney(minimum), currency })}
              />
            )}
          />
          {paper ? (
            <PaperAmounts
              choose={(value) => form.setValue("amount", value, { shouldValidate: true })}
            />
          ) : null}
          <Card className="py-2">
            <KeyValues>
              {rateSource ? (
                <KeyValue label={t("transfer.rate")}>
                  1 {currency} = {formatDecimal(rate)} {creditCurrency}
                </KeyValue>
              ) : null}
              <KeyValue
                label={t(rateSource ? "deposit.estimated" : "deposit.credited", {
                  wallet: t("wallet.BALANCE"),
                })}
              >
                {isPositive(amount) && compare(amount, minimum) >= 0
                  ? `${formatMoney(converted(amount, rate, creditCurrency), creditCurrency)} ${creditCurrency}`
                  : NO_VALUE}
              </KeyValue>
            </KeyValues>
            {rateSource ? (
              <>
                <RateSource source={rateSource} since={channel.rateSince} />
                <p className="pb-1 text-caption text-ink-2">{t("deposit.rateLater")}</p>
              </>
            ) : null}
          </Card>
          <ProofField
            control={form.control}
            isCertificate={channel.kind === "certificate"}
            onSending={setSending}
          />
          <FormError text={errors.root?.message} />
          {unanswered ? (
            <UnansweredNotice since={unanswered.since}>{t("deposit.unanswered")}</UnansweredNotice>
          ) : null}
        </form>
      </Column>
    </Page>
  );
}
