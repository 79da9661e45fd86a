import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { api, reply } from "@/api/client";
import { showRefusal } from "@/api/showRefusal";
import { useNavigation } from "@/navigation";
import { rememberUser } from "@/session";
import { toast } from "@/ui";
import { useCustomer } from "@/ui/RequireSession";
import { codeRule, payPasswordRule, repeated } from "./rules";
import { useRuleTexts } from "./useRuleTexts";

/**
 * The proof for a new pay password: the old one, or the login password, with an e-mailed code except for the first one.
 */
export type Proof = "login" | "old" | "code";

interface Change {
  password: string;
  oldPayPassword: string;
  code: string;
  payPassword: string;
  repeat: string;
}

const FIELD_OF = {
  password_wrong: "password",
  pay_password_wrong: "oldPayPassword",
  pay_password_locked: "oldPayPassword",
  pay_password_length: "payPassword",
  code_invalid: "code",
  code_expired: "code",
  too_many_tries: "code",
} as const;

const send = (proof: Proof, { oldPayPassword, payPassword, password, code }: Change) => {
  if (proof === "old") {
    return reply(api.POST("/updatePayPassword", { body: { oldPayPassword, payPassword } }));
  }
  const body = proof === "code" ? { payPassword, password, code } : { payPassword, password };
  return reply(api.POST("/settingPayPassword", { body }));
};

/** The form that sets or changes the pay password, with this proof. */
export function usePayPassword(proof: Proof) {
  const { t } = useTranslation("identity");
  const { back } = useNavigation();
  const customer = useCustomer();
  const texts = useRuleTexts();
  const required = z.string().check(z.minLength(1, texts.passwordRequired));
  const form = useForm<Change>({
    defaultValues: { password: "", oldPayPassword: "", code: "", payPassword: "", repeat: "" },
    resolver: zodResolver(
      z
        .object({
          password: proof === "old" ? z.string() : required,
          oldPayPassword: proof === "old" ? required : z.string(),
          code: proof === "code" ? codeRule(texts) : z.string(),
          payPassword: payPasswordRule(texts),
          repeat: z.string(),
        })
        .check(repeated("payPassword", texts)),
    ),
  });
  const onRefused = (error: unknown) => showRefusal(form, error, FIELD_OF);
  const change = useMutation({
    mutationFn: (values: Change) => send(proof, values),
    meta: { quiet: true },
    onSuccess: () => {
      rememberUser({ ...customer, payPasswordSet: true });
      toast(t("payPassword.done"));
      back();
    },
    onError: onRefused,
  });
  return { form, change, onRefused, submit: form.handleSubmit((values) => change.mutate(values)) };
}
