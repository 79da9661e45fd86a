import { Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { DepositChannel } from "@/api/types";
import { AmountField, Button, FormError, formatMoney, KeyValue, KeyValues } from "@/ui";
import { isPositive } from "@/ui/decimal";
import { converted } from "./transfer";
import { useDeposit } from "./useDeposit";

/** Amounts that try something out: one press fills one in. Offered for paper money only. */
const PAPER_AMOUNTS = ["1000", "10000", "100000"];

/** How much comes in through a channel, what is credited for it, and the button that announces it. */
export function DepositForm({ channel }: { channel: DepositChannel }) {
  const { t } = useTranslation("funds");
  const { form, create, submit } = useDeposit(channel);
  const { errors } = form.formState;
  const amount = form.watch("amount");
  const minimum = t("deposit.minimum", {
    amount: formatMoney(channel.minAmount),
    currency: channel.currency,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
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
            unit={channel.currency}
            error={errors.amount?.message}
            hint={minimum}
          />
        )}
      />
      {channel.paper ? (
        <div className="flex gap-2">
          {PAPER_AMOUNTS.map((value) => (
            <Button
              key={value}
              look="ghost"
              onClick={() => form.setValue("amount", value, { shouldValidate: true })}
              className="num min-h-11 text-note"
            >
              {formatMoney(value).replace(".00", "")}
            </Button>
          ))}
        </div>
      ) : null}
      <KeyValues className="px-1">
        <KeyValue label={t("deposit.credited", { wallet: t("wallet.BALANCE") })}>
          {formatMoney(isPositive(amount) ? converted(amount, channel.rate) : "0")}{" "}
          {channel.creditCurrency}
        </KeyValue>
      </KeyValues>
      <FormError text={errors.root?.message} />
      <Button type="submit" busy={create.isPending} className="flex-none">
        {channel.paper ? t("deposit.submitPaper") : t("deposit.submit")}
      </Button>
    </form>
  );
}
