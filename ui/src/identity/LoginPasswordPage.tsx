import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { api, reply } from "@/api/client";
import { showRefusal } from "@/api/showRefusal";
import { PasswordField } from "@/forms/PasswordField";
import { WaitNotice } from "@/funds/withdrawals/WaitNotice";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Form, Page, TopBar, toast } from "@/ui";
import { fieldOf } from "@/ui/fieldOf";
import { Link } from "@/ui/Link";
import { NewPasswordFields } from "./NewPasswordFields";
import { passwordRule, repeated } from "./rules";
import { useRuleTexts } from "./useRuleTexts";

interface Change {
  oldPassword: string;
  password: string;
  repeat: string;
}

function useChange() {
  const { t } = useTranslation("identity");
  const { back } = useNavigation();
  const texts = useRuleTexts();
  const form = useForm<Change>({
    defaultValues: { oldPassword: "", password: "", repeat: "" },
    resolver: zodResolver(
      z
        .object({
          oldPassword: z.string().check(z.minLength(1, texts.passwordRequired)),
          password: passwordRule(texts),
          repeat: z.string(),
        })
        .check(repeated("password", texts)),
    ),
  });
  const change = useMutation({
    mutationFn: ({ oldPassword, password }: Change) =>
      reply(api.POST("/updatePassword", { body: { oldPassword, password } })),
    meta: { quiet: true },
    onSuccess: () => {
      toast(t("loginPassword.done"));
      back();
    },
    onError: (error) => showRefusal(form, error),
  });
  return { form, change, submit: form.handleSubmit((values) => change.mutate(values)) };
}

function ChangeForm() {
  const { t } = useTranslation(["identity", "common"]);
  const { form, change, submit } = useChange();
  return (
    <Form
      onSubmit={submit}
      action={t("common:action.save")}
      busy={change.isPending}
      error={form.formState.errors.root?.message}
      className="pt-2"
    >
      <p className="px-1 pb-1 text-note text-ink-2">{t("identity:loginPassword.intro")}</p>
      <WaitNotice after="password" />
      <PasswordField
        {...fieldOf(form, "oldPassword")}
        label={t("identity:field.oldPassword")}
        autoComplete="current-password"
      />
      <NewPasswordFields
        label={t("identity:field.newPassword")}
        password={fieldOf(form, "password")}
        repeat={fieldOf(form, "repeat")}
      />
      <Link to={to("resetPassword")} className="-my-1 self-end px-1 py-2.5 text-small font-medium">
        {t("identity:login.forgot")}
      </Link>
    </Form>
  );
}

/** Changes the login password with the present one; every other device is logged out. */
export default function LoginPasswordPage() {
  return (
    <Page top={<TopBar />}>
      <ChangeForm />
    </Page>
  );
}
