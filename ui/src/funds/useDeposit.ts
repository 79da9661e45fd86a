import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import type { DepositChannel } from "@/api/funds";
import { showRefusal } from "@/api/showRefusal";
import { compare, isPositive } from "@/decimal";
import { keptForm } from "@/forms/keptForm";
import { announceDeposit } from "@/money/funds";
import { useMoneyAction } from "@/money/useMoneyAction";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { formatMoment, formatMoney, toast } from "@/ui";

const EMPTY = { amount: "", proof: "" };

/**
 * The form that announces a deposit through a channel, and then opens the record. A form with another initial amount
 * keeps its own input.
 */
export function useDeposit(channel: DepositChannel, asked = "") {
  const { t, i18n } = useTranslation(["funds", "money", "files"]);
  const { open } = useNavigation();
  const minimum = { amount: formatMoney(channel.minimum), currency: channel.currency };
  const [kept] = useState(() => {
    const name = `deposit-${channel.kind}-${channel.currency}`;
    return keptForm(asked ? `${name}-${asked}` : name, EMPTY);
  });
  const form = useForm({
    defaultValues: kept.read() ?? { ...EMPTY, amount: asked },
    resolver: zodResolver(
      z.object({
        proof: z
          .string()
          .check(
            z.refine((proof) => !channel.proofNeeded || proof !== "", t("files:certificateNeeded")),
          ),
        amount: z
          .string()
          .check(
            z.refine(
              (amount) => !isPositive(amount) || compare(amount, channel.minimum) >= 0,
              t("funds:deposit.tooSmall", minimum),
            ),
          ),
      }),
    ),
  });
  useEffect(() => {
    const { unsubscribe } = form.watch((typed) => kept.keep({ ...EMPTY, ...typed }));
    return unsubscribe;
  }, [form, kept]);
  const deposit = useMoneyAction(announceDeposit, {
    onAnswer: (_deposit, earlier) => {
      kept.forget();
      if (earlier) {
        toast(t("money:found.deposit", { time: formatMoment(earlier.since, i18n.language) }));
      }
      open(to("depositRecord"), { replace: true });
    },
    onRefusal: (error) =>
      showRefusal(form, error, { proof_url_invalid: "proof", proof_needed: "proof" }),
  });
  const { kind, currency } = channel;
  const depositOf = ({ amount, proof }: { amount: string; proof: string }) => ({
    kind,
    currency,
    amount,
    proof: proof || null,
  });
  const typed = form.watch();
  return {
    form,
    /** Announces the deposit, or learns the outcome of an equal one without an answer. */
    submit: form.handleSubmit((values) => deposit.perform(depositOf(values))),
    /** Announces a deposit that is not the earlier one. */
    submitAsNew: form.handleSubmit((values) => deposit.performAsNew(depositOf(values))),
    busy: deposit.busy,
    /** The unanswered earlier try with this input: another amount is another deposit. */
    unanswered:
      deposit.busy || !isPositive(typed.amount) ? null : deposit.earlierOf(depositOf(typed)),
  };
}
