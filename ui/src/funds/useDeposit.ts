import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { api, newIdempotencyKey, reply, withKey } from "@/api/client";
import { ApiError } from "@/api/errors";
import { showRefusal } from "@/api/showRefusal";
import type { DepositChannel } from "@/api/types";
import { useNavigation } from "@/navigation";
import { to } from "@/routes";
import { formatMoney } from "@/ui";
import { compare, isPositive } from "@/ui/decimal";

/** The form that announces a deposit through a channel, and opens the record when it is in. */
export function useDeposit(channel: DepositChannel) {
  const { t } = useTranslation("funds");
  const client = useQueryClient();
  const { open } = useNavigation();
  const [key, setKey] = useState(newIdempotencyKey);
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
  const create = useMutation({
    mutationFn: (amount: string) =>
      reply(
        api.POST("/recharge/create", {
          body: { channel: channel.channel, currency: channel.currency, amount },
          params: { header: withKey(key) },
        }),
      ),
    meta: { quiet: true },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["deposits"] });
      open(to("depositRecord"), { replace: true });
    },
    onError: (error) => {
      // A refused try took nothing in; one without an answer may have, and is sent again as itself.
      if (error instanceof ApiError) setKey(newIdempotencyKey());
      showRefusal(form, error);
    },
  });
  return { form, create, submit: form.handleSubmit(({ amount }) => create.mutate(amount)) };
}
