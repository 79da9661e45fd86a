import { useTranslation } from "react-i18next";
import { PASSWORD_MAX, PASSWORD_MIN, PAY_PASSWORD_MIN, type RuleTexts } from "./rules";

/** The texts for the rules of the identity forms, in the customer's language. */
export function useRuleTexts(): RuleTexts {
  const { t } = useTranslation("identity");
  return {
    emailRequired: t("rule.emailRequired"),
    emailInvalid: t("rule.emailInvalid"),
    codeRequired: t("rule.codeRequired"),
    codeInvalid: t("rule.codeInvalid"),
    passwordRequired: t("rule.passwordRequired"),
    passwordLength: t("rule.passwordLength", { min: PASSWORD_MIN, max: PASSWORD_MAX }),
    passwordBlank: t("rule.passwordBlank"),
    payPasswordLength: t("rule.payPasswordLength", { min: PAY_PASSWORD_MIN }),
    mismatch: t("rule.mismatch"),
  };
}
