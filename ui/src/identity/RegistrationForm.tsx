import { useTranslation } from "react-i18next";
import { to } from "@/routes";
import { Button, Field, FormError } from "@/ui";
import { Link } from "@/ui/Link";
import { EmailCodeField } from "./EmailCodeField";
import { PasswordField } from "./PasswordField";
import { PASSWORD_MAX, PASSWORD_MIN } from "./rules";
import type { useRegistration } from "./useRegistration";

/** E-mail, its code, a password and, if somebody invited the customer, that person's code. */
export function RegistrationForm({
  form,
  register,
  submit,
  emailToUse,
  onRefused,
}: ReturnType<typeof useRegistration>) {
  const { t } = useTranslation(["identity", "common"]);
  const { errors } = form.formState;
  return (
    <>
      <form
        onSubmit={submit}
        noValidate
        className="mx-auto flex w-full max-w-[480px] flex-col gap-3 pt-2"
      >
        <Field
          {...form.register("email")}
          label={t("identity:field.email")}
          error={errors.email?.message}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
        />
        <EmailCodeField
          {...form.register("code")}
          label={t("identity:field.code")}
          error={errors.code?.message}
          scene="register"
          emailToUse={emailToUse}
          onRefused={onRefused}
        />
        <PasswordField
          {...form.register("password")}
          label={t("identity:field.password")}
          error={errors.password?.message}
          hint={t("identity:rule.passwordLength", { min: PASSWORD_MIN, max: PASSWORD_MAX })}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.register("repeat")}
          label={t("identity:field.repeat")}
          error={errors.repeat?.message}
          autoComplete="new-password"
        />
        <Field
          {...form.register("inviteCode")}
          label={t("identity:field.inviteCode")}
          error={errors.inviteCode?.message}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
        <FormError text={errors.root?.message} />
        <Button type="submit" busy={register.isPending} className="mt-1 flex-none">
          {t("identity:register.submit")}
        </Button>
      </form>
      <p className="mt-5 text-center text-note text-ink-2">
        {t("identity:register.known")}{" "}
        <Link to={to("login")} replace className="-m-2 p-2 font-semibold text-ink">
          {t("common:action.logIn")}
        </Link>
      </p>
    </>
  );
}
