import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { api, reply } from "@/api/client";
import { showRefusal } from "@/api/showRefusal";
import { RequireSession, useCustomer } from "@/app/RequireSession";
import { useNavigation } from "@/navigation";
import { rememberUser } from "@/session";
import { Button, FormError, Notice, Page, TopBar, toast } from "@/ui";
import { PasswordField } from "./PasswordField";
import { PAY_PASSWORD_MIN, payPasswordRule, repeated } from "./rules";
import { useRuleTexts } from "./useRuleTexts";

interface Change {
  oldPayPassword: string;
  payPassword: string;
  repeat: string;
}

const FIELD_OF = {
  pay_password_wrong: "oldPayPassword",
  pay_password_locked: "oldPayPassword",
  pay_password_length: "payPassword",
} as const;

function useChange(isSet: boolean) {
  const { t } = useTranslation("identity");
  const { back } = useNavigation();
  const customer = useCustomer();
  const texts = useRuleTexts();
  const form = useForm<Change>({
    defaultValues: { oldPayPassword: "", payPassword: "", repeat: "" },
    resolver: zodResolver(
      z
        .object({
          oldPayPassword: isSet ? z.string().min(1, texts.passwordRequired) : z.string(),
          payPassword: payPasswordRule(texts),
          repeat: z.string(),
        })
        .refine(...repeated("payPassword", texts)),
    ),
  });
  const change = useMutation({
    mutationFn: ({ oldPayPassword, payPassword }: Change) =>
      isSet
        ? reply(api.POST("/updatePayPassword", { body: { oldPayPassword, payPassword } }))
        : reply(api.POST("/settingPayPassword", { body: { payPassword } })),
    meta: { quiet: true },
    onSuccess: () => {
      rememberUser({ ...customer, payPasswordSet: true });
      toast(t("payPassword.done"));
      back();
    },
    onError: (error) => showRefusal(form, error, FIELD_OF),
  });
  return { form, change, submit: form.handleSubmit((values) => change.mutate(values)) };
}

function PayPasswordForm() {
  const { t } = useTranslation(["identity", "common"]);
  const { payPasswordSet } = useCustomer();
  const { form, change, submit } = useChange(payPasswordSet);
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 pt-2">
      <Notice icon={ShieldCheck} className="mb-1">
        {t("identity:payPassword.intro")}
      </Notice>
      {payPasswordSet ? (
        <PasswordField
          {...form.register("oldPayPassword")}
          label={t("identity:field.oldPayPassword")}
          error={errors.oldPayPassword?.message}
          autoComplete="off"
        />
      ) : null}
      <PasswordField
        {...form.register("payPassword")}
        label={t("identity:field.newPayPassword")}
        error={errors.payPassword?.message}
        hint={t("identity:rule.payPasswordLength", { min: PAY_PASSWORD_MIN })}
        autoComplete="off"
      />
      <PasswordField
        {...form.register("repeat")}
        label={t("identity:field.repeatPay")}
        error={errors.repeat?.message}
        autoComplete="off"
        enterKeyHint="go"
      />
      <FormError text={errors.root?.message} />
      <Button type="submit" busy={change.isPending} className="mt-1 flex-none">
        {t("common:action.save")}
      </Button>
    </form>
  );
}

/** Sets the password that guards money, or changes it with the present one. */
export default function PayPasswordPage() {
  const { t } = useTranslation("identity");
  return (
    <RequireSession>
      <Page top={<TopBar title={t("payPassword.title")} />}>
        <PayPasswordForm />
      </Page>
    </RequireSession>
  );
}
