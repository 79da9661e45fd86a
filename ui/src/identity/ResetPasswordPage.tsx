import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { api, reply } from "@/api/client";
import { showRefusal } from "@/api/showRefusal";
import { useNavigation } from "@/navigation";
import { to } from "@/routes";
import { endSession } from "@/session";
import { Button, Field, FormError, Page, TopBar, toast } from "@/ui";
import { EmailCodeField } from "./EmailCodeField";
import { PasswordField } from "./PasswordField";
import { codeRule, emailRule, PASSWORD_MAX, PASSWORD_MIN, passwordRule, repeated } from "./rules";
import { useRuleTexts } from "./useRuleTexts";

interface Reset {
  email: string;
  code: string;
  password: string;
  repeat: string;
}

const FIELD_OF = {
  email_invalid: "email",
  code_invalid: "code",
  code_expired: "code",
  too_many_tries: "code",
  password_length: "password",
} as const;

function useReset() {
  const { t } = useTranslation("identity");
  const { open } = useNavigation();
  const texts = useRuleTexts();
  const form = useForm<Reset>({
    defaultValues: { email: "", code: "", password: "", repeat: "" },
    resolver: zodResolver(
      z
        .object({
          email: emailRule(texts),
          code: codeRule(texts),
          password: passwordRule(texts),
          repeat: z.string(),
        })
        .refine(...repeated("password", texts)),
    ),
  });
  const onRefused = (error: unknown) => showRefusal(form, error, FIELD_OF);
  const reset = useMutation({
    mutationFn: ({ email, code, password }: Reset) =>
      reply(api.POST("/resetPassword", { body: { email, code, password } })),
    meta: { quiet: true },
    onSuccess: async () => {
      // The server ended every session of the account, this device's among them.
      await endSession();
      toast(t("reset.done"));
      open(to("login"), { replace: true });
    },
    onError: onRefused,
  });
  const emailToUse = async () =>
    (await form.trigger("email")) ? form.getValues("email").trim() : null;
  const submit = form.handleSubmit((values) => reset.mutate(values));
  return { form, reset, onRefused, emailToUse, submit };
}

/** Gives an account a new password by a code that is sent to its e-mail address. */
export default function ResetPasswordPage() {
  const { t } = useTranslation("identity");
  const { form, reset, onRefused, emailToUse, submit } = useReset();
  const { errors } = form.formState;
  return (
    <Page top={<TopBar title={t("reset.title")} />}>
      <form
        onSubmit={submit}
        noValidate
        className="mx-auto flex w-full max-w-[480px] flex-col gap-3 pt-2"
      >
        <p className="px-1 pb-1 text-note text-ink-2">{t("reset.intro")}</p>
        <Field
          {...form.register("email")}
          label={t("field.email")}
          error={errors.email?.message}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
        />
        <EmailCodeField
          {...form.register("code")}
          label={t("field.code")}
          error={errors.code?.message}
          scene="resetPassword"
          emailToUse={emailToUse}
          onRefused={onRefused}
        />
        <PasswordField
          {...form.register("password")}
          label={t("field.newPassword")}
          error={errors.password?.message}
          hint={t("rule.passwordLength", { min: PASSWORD_MIN, max: PASSWORD_MAX })}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.register("repeat")}
          label={t("field.repeat")}
          error={errors.repeat?.message}
          autoComplete="new-password"
          enterKeyHint="go"
        />
        <FormError text={errors.root?.message} />
        <Button type="submit" busy={reset.isPending} className="mt-1 flex-none">
          {t("reset.submit")}
        </Button>
      </form>
    </Page>
  );
}
