import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { api, reply } from "@/api/client";
import { showRefusal } from "@/api/showRefusal";
import { useNavigation } from "@/navigation";
import type { WayInQuery } from "@/screenQueries";
import { to } from "@/screens";
import { endSession } from "@/session";
import { Form, Page, TopBar, toast } from "@/ui";
import { fieldOf } from "@/ui/fieldOf";
import { EmailCodeField } from "./EmailCodeField";
import { EmailField } from "./EmailField";
import { NewPasswordFields } from "./NewPasswordFields";
import { codeRule, emailRule, passwordRule, repeated } from "./rules";
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

function useReset(back: string | undefined) {
  const { t } = useTranslation("identity");
  const { returnTo } = useNavigation();
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
        .check(repeated("password", texts)),
    ),
  });
  const onRefused = (error: unknown) => showRefusal(form, error, FIELD_OF);
  const reset = useMutation({
    mutationFn: ({ email, code, password }: Reset) =>
      reply(api.POST("/resetPassword", { body: { email, code, password } })),
    meta: { quiet: true },
    onSuccess: async () => {
      // The server ended every session of the account, this device's included.
      await endSession();
      toast(t("reset.done"));
      returnTo(to("login", { back }));
    },
    onError: onRefused,
  });
  const emailToUse = async () =>
    (await form.trigger("email")) ? form.getValues("email").trim() : null;
  const submit = form.handleSubmit((values) => reset.mutate(values));
  return { form, reset, onRefused, emailToUse, submit };
}

/** Sets a new password by a code sent to the account's e-mail address. */
export default function ResetPasswordPage({ back }: WayInQuery) {
  const { t } = useTranslation("identity");
  const { form, reset, onRefused, emailToUse, submit } = useReset(back);
  return (
    <Page top={<TopBar />}>
      <Form
        onSubmit={submit}
        action={t("reset.submit")}
        busy={reset.isPending}
        error={form.formState.errors.root?.message}
        className="pt-2"
      >
        <p className="px-1 pb-1 text-note text-ink-2">{t("reset.intro")}</p>
        <EmailField {...fieldOf(form, "email")} />
        <EmailCodeField
          {...fieldOf(form, "code")}
          label={t("field.code")}
          scene="resetPassword"
          emailToUse={emailToUse}
          onRefused={onRefused}
        />
        <NewPasswordFields
          label={t("field.newPassword")}
          password={fieldOf(form, "password")}
          repeat={fieldOf(form, "repeat")}
        />
      </Form>
    </Page>
  );
}
