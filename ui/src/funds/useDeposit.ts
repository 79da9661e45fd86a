import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { api, reply, withKey } from "@/api/client";
import { showRefusal } from "@/api/showRefusal";
import type { DepositChannel, DepositKind } from "@/api/types";
import { useMoneyAction } from "@/api/useMoneyAction";
import { useNavigation } from "@/navigation";
import { to } from "@/routes";
import { formatMoney } from "@/ui";
import { compare, isPositive } from "@/ui/decimal";

interface DepositOrder {
  channel: DepositKind;
  currency: string;
  amount: string;
}

/** The form that announces a deposit through a channel, and opens the record when it is in. */
export function useDeposit(channel: DepositChannel) {
  const { t } = useTranslation("funds");
  const { open } = useNavigation();
  const minimum = { amount: formatMoney(channel.minAmount), currency: channel.currency };
  const form = useForm({
    defaultValues: { amount: "" },
    resolver: zodResolver(
      z.object({
        amount: z
          .string()
          .refine(isPositive, t("deposit.amountRequired"))
          .refine(
            (amount) => !isPositive(amount) || compare(amount, channel.minAmount) >= 0,
            t("deposit.tooSmall", minimum),
          ),
      }),
    ),
  });
  const deposit = useMoneyAction({
    name: "/recharge/create",
    send: (body: DepositOrder, key) =>
      reply(api.POST("/recharge/create", { body, params: { header: withKey(key) } })),
    changes: [["deposits"]],
    onAnswer: () => open(to("depositRecord"), { replace: true }),
    onRefusal: (error) => showRefusal(form, error),
  });
  const { channel: kind, currency } = channel;
  const submit = form.handleSubmit(({ amount }) =>
    deposit.perform({ channel: kind, currency, amount }),
  );
  // With another amount it is another deposit.
  const unanswered = deposit.unanswered && deposit.body?.amount === form.watch("amount");
  return { form, submit, busy: deposit.busy, unanswered };
}
