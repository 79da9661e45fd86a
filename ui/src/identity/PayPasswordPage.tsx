import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "@/forms/PasswordField";
import { WaitNotice } from "@/funds/withdrawals/WaitNotice";
import { Form, Notice, Page, TopBar } from "@/ui";
import { fieldOf } from "@/ui/fieldOf";
import { useCustomer } from "@/ui/RequireSession";
import { EmailCodeField } from "./EmailCodeField";
import { PAY_PASSWORD_MIN } from "./rules";
import { type Proof, usePayPassword } from "./usePayPassword";

type PayPasswordForm = ReturnType<typeof usePayPassword>;

/** The old pay password; or the login password, with an e-mailed code if the customer has forgotten the old one. */
function ProofFields({ proof, form, onRefused }: { proof: Proof } & PayPasswordForm) {
  const { t } = useTranslation("identity");
  const { email } = useCustomer();
  if (proof === "old") {
    return (
      <PasswordField
        {...fieldOf(form, "oldPayPassword")}
        label={t("field.oldPayPassword")}
        autoComplete="off"
      />
    );
  }
  return (
    <>
      <PasswordField
        {...fieldOf(form, "password")}
        label={t("loginPassword.title")}
        autoComplete="current-password"
      />
      {proof === "code" ? (
        <EmailCodeField
          {...fieldOf(form, "code")}
          label={t("field.code")}
          hint={email}
          scene="security"
          emailToUse={async () => email}
          onRefused={onRefused}
        />
      ) : null}
    </>
  );
}

function PayPasswordForm() {
  const { t } = useTranslation(["identity", "common"]);
  const { payPasswordSet } = useCustomer();
  const [isForgotten, setForgotten] = useState(false);
  const proof: Proof = !payPasswordSet ? "login" : isForgotten ? "code" : "old";
  const payPassword = usePayPassword(proof);
  const { form, change, submit } = payPassword;
  return (
    <Form
      onSubmit={submit}
      action={t("common:action.save")}
      busy={change.isPending}
      error={form.formState.errors.root?.message}
      className="pt-2"
    >
      <Notice icon={ShieldCheck} className="mb-1">
        {t("identity:payPassword.intro")}
      </Notice>
      <WaitNotice after="password" />
      <ProofFields proof={proof} {...payPassword} />
      {payPasswordSet ? (
        <button
          type="button"
          onClick={() => setForgotten(!isForgotten)}
          className="-my-1 min-h-11 self-end px-1 text-small font-medium"
        >
          {isForgotten ? t("identity:payPassword.remembered") : t("identity:login.forgot")}
        </button>
      ) : null}
      <PasswordField
        {...fieldOf(form, "payPassword")}
        label={t("identity:field.newPayPassword")}
        hint={t("identity:rule.payPasswordLength", { min: PAY_PASSWORD_MIN })}
        autoComplete="off"
      />
      <PasswordField
        {...fieldOf(form, "repeat")}
        label={t("identity:field.repeatPay")}
        autoComplete="off"
        enterKeyHint="go"
      />
    </Form>
  );
}

/**
 * Sets the password that protects money with the login password, or changes it with the present one or an e-mailed
 * code.
 */
export default function PayPasswordPage() {
  return (
    <Page top={<TopBar />}>
      <PayPasswordForm />
    </Page>
  );
}
