import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { Field, Form } from "@/ui";
import { fieldOf } from "@/ui/fieldOf";
import { Link } from "@/ui/Link";
import { EmailCodeField } from "./EmailCodeField";
import { EmailField } from "./EmailField";
import { NewPasswordFields } from "./NewPasswordFields";
import type { useRegistration } from "./useRegistration";

/** E-mail, its code, a password, and an optional invite code. */
export function RegistrationForm({
  form,
  register,
  submit,
  emailToUse,
  onRefused,
  back,
}: ReturnType<typeof useRegistration> & { back: string | undefined }) {
  const { t } = useTranslation(["identity", "common"]);
  return (
    <>
      <Form
        onSubmit={submit}
        action={t("identity:register.submit")}
        busy={register.isPending}
        error={form.formState.errors.root?.message}
        className="pt-2"
      >
        <EmailField {...fieldOf(form, "email")} />
        <EmailCodeField
          {...fieldOf(form, "code")}
          label={t("identity:field.code")}
          scene="register"
          emailToUse={emailToUse}
          onRefused={onRefused}
        />
        <NewPasswordFields
          label={t("identity:field.password")}
          password={fieldOf(form, "password")}
          repeat={fieldOf(form, "repeat")}
        />
        <Field
          {...fieldOf(form, "inviteCode")}
          label={t("identity:field.inviteCode")}
          hint={t("identity:register.inviterSees")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
      </Form>
      <p className="mt-5 text-center text-note text-ink-2">
        {t("identity:register.known")}{" "}
        <Link to={to("login", { back })} replace className="-m-2 p-2 font-semibold text-ink">
          {t("common:action.logIn")}
        </Link>
      </p>
    </>
  );
}
