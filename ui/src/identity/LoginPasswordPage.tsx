import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { api, reply } from "@/api/client";
import { showRefusal } from "@/api/showRefusal";
import { RequireSession } from "@/app/RequireSession";
import { useNavigation } from "@/navigation";
import { to } from "@/routes";
import { Button, FormError, Page, TopBar, toast } from "@/ui";
import { Link } from "@/ui/Link";
import { PasswordField } from "./PasswordField";
import { PASSWORD_MAX, PASSWORD_MIN, passwordRule, repeated } from "./rules";
import { useRuleTexts } from "./useRuleTexts";

interface Change {
  oldPassword: string;
  password: string;
  repeat: string;
}

const FIELD_OF = { login_failed: "oldPassword", password_length: "password" } as const;

function useChange() {
  const { t } = useTranslation("identity");
  const { back } = useNavigation();
  const texts = useRuleTexts();
  const form = useForm<Change>({
    defaultValues: { oldPassword: "", password: "", repeat: "" },
    resolver: zodResolver(
      z
        .object({
          oldPassword: z.string().min(1, texts.passwordRequired),
          password: passwordRule(texts),
          repeat: z.string(),
        })
        .refine(...repeated("password", texts)),
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
    onError: (error) => showRefusal(form, error, FIELD_OF),
  });
  return { form, change, submit: form.handleSubmit((values) => change.mutate(values)) };
}

function ChangeForm() {
  const { t } = useTranslation(["identity", "common"]);
  const { form, change, submit } = useChange();
  const { errors } = form.formState;
  return (
    <form
      onSubmit={submit}
      noValidate
      className="mx-auto flex w-full max-w-[480px] flex-col gap-3 pt-2"
    >
      <p className="px-1 pb-1 text-note text-ink-2">{t("identity:loginPassword.intro")}</p>
      <PasswordField
        {...form.register("oldPassword")}
        label={t("identity:field.oldPassword")}
        error={errors.oldPassword?.message}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.register("password")}
        label={t("identity:field.newPassword")}
        error={errors.password?.message}
        hint={t("identity:rule.passwordLength", { min: PASSWORD_MIN, max: PASSWORD_MAX })}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.register("repeat")}
        label={t("identity:field.repeat")}
        error={errors.repeat?.message}
        autoComplete="new-password"
        enterKeyHint="go"
      />
      <Link to={to("resetPassword")} className="-my-1 self-end px-1 py-2.5 text-small font-medium">
        {t("identity:login.forgot")}
      </Link>
      <FormError text={errors.root?.message} />
      <Button type="submit" busy={change.isPending} className="flex-none">
        {t("common:action.save")}
      </Button>
    </form>
  );
}

/** Changes the login password with the present one; every other device is logged out. */
export default function LoginPasswordPage() {
  const { t } = useTranslation("identity");
  return (
    <RequireSession>
      <Page top={<TopBar title={t("loginPassword.title")} />}>
        <ChangeForm />
      </Page>
    </RequireSession>
  );
}
