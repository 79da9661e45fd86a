import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { families } from "@/api/keys";
import { noDetails, type Payout, type PayoutKind, type TypedPayout } from "@/api/payouts";
import { showRefusal } from "@/api/showRefusal";
import type { SentCurrency } from "@/api/usable";
import { keptForm } from "@/forms/keptForm";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { toast } from "@/ui";
import { addPayout, changePayout, deletePayout } from "./calls";

/** The number that identifies a bank account. */
export type NumberName = "accountNumber" | "cardNumber";

/** The action to confirm with the pay password. */
type Asked = { act: "save"; typed: TypedPayout } | { act: "delete" };

/** The initial form of a new account; an address starts with the first coin that is sent. */
function empty(kind: PayoutKind, sent: readonly SentCurrency[]): TypedPayout {
  const coin = kind === "wallet" ? sent.find((way) => way.kind === kind) : undefined;
  const { currency = "", chains = [] } = coin ?? {};
  return { ...noDetails, currency, chain: chains[0] ?? "", image: "" };
}

type Required = NumberName | "accountName" | "bankName" | "address";

/** The required fields. A saved account keeps its number or address if none is typed. */
function requiredOf(kind: PayoutKind, isNew: boolean, number: NumberName) {
  const names: Required[] = kind === "card" ? ["accountName", "bankName"] : [];
  if (isNew) names.push(kind === "card" ? number : "address");
  return names;
}

const isAboutPayPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.error.startsWith("pay_password_");

/** The form that adds, changes or deletes a saved account. */
export function usePayoutForm(
  kind: PayoutKind,
  saved: Payout | undefined,
  sent: readonly SentCurrency[],
) {
  const { t } = useTranslation("withdrawals");
  const client = useQueryClient();
  const { back } = useNavigation();
  const [first] = useState<TypedPayout>(() =>
    saved ? { ...saved.details, image: saved.image ?? "" } : empty(kind, sent),
  );
  const [kept] = useState(() => keptForm(`payout-${kind}-${saved?.id ?? "new"}`, first));
  const [number, setNumber] = useState<NumberName>(() => {
    const before = kept.read();
    const isCard = before?.cardNumber || (!before?.accountNumber && saved?.hasCardNumber);
    return isCard ? "cardNumber" : "accountNumber";
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const resolver: Resolver<TypedPayout> = (values) => {
    const missing = requiredOf(kind, !saved, number).filter((name) => values[name].trim() === "");
    if (missing.length === 0) return { values, errors: {} };
    const errors = missing.map((name) => {
      return [name, { type: "required", message: t(`account.missing.${name}`) }] as const;
    });
    return { values: {}, errors: Object.fromEntries(errors) };
  };
  const form = useForm<TypedPayout>({ defaultValues: first, resolver });
  useEffect(() => {
    const before = kept.read();
    if (before) form.reset(before, { keepDefaultValues: true });
    const { unsubscribe } = form.watch((typed) => kept.keep({ ...first, ...typed }));
    return unsubscribe;
  }, [form, kept, first]);
  const confirming = useMutation({
    mutationFn: async ({ asked, payPassword }: { asked: Asked; payPassword: string }) => {
      if (asked.act === "save" && !saved) await addPayout(kind, asked.typed, payPassword);
      if (asked.act === "save" && saved) await changePayout(saved, asked.typed, payPassword);
      if (asked.act === "delete" && saved) await deletePayout(saved, payPassword);
    },
    // The cache must not keep the pay password.
    gcTime: 0,
    meta: { quiet: true },
    onSuccess: (_nothing, { asked }) => {
      toast(t(asked.act === "save" ? "account.saved" : "account.deleted"));
      kept.forget();
      back(1, to("payouts"));
      for (const queryKey of [families.payouts, families.usable]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError: (error) => {
      // An error in the account is shown beside its field, which the sheet would cover.
      if (!(error instanceof ApiError) || isAboutPayPassword(error)) return;
      setAsked(null);
      showRefusal(form, error, { one_number_required: number, image_url_invalid: "image" });
    },
  });
  const ask = (next: Asked | null) => {
    confirming.reset();
    setAsked(next);
  };
  return {
    form,
    number,
    /** Switches to the other number: with two numbers the destination would be ambiguous. */
    chooseNumber: (next: NumberName) => {
      form.setValue(number, "");
      form.clearErrors(number);
      setNumber(next);
    },
    asked: asked?.act ?? null,
    submit: form.handleSubmit((typed) => ask({ act: "save", typed })),
    askToDelete: () => ask({ act: "delete" }),
    close: () => ask(null),
    confirm: (payPassword: string) => asked && confirming.mutate({ asked, payPassword }),
    busy: confirming.isPending,
    /** The refusal of the pay password. */
    refusal: asked && isAboutPayPassword(confirming.error) ? confirming.error : null,
  };
}

export type PayoutForm = ReturnType<typeof usePayoutForm>;
