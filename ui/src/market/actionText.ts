import { useTranslation } from "react-i18next";
import type { CorporateAction } from "@/api/corporateActions";

/** What a company does, in a word and a figure: "Dividend" and "0.26 USD", "Split" and "10 for 1". */
export function useActionText() {
  const { t } = useTranslation("events");
  return (action: CorporateAction): { what: string; figure: string } =>
    action.kind === "dividend"
      ? { what: t("dividend"), figure: `${action.perShare} ${action.currency}` }
      : {
          what: t(action.newShares > action.oldShares ? "split" : "consolidation"),
          figure: t("ratio", { new: action.newShares, old: action.oldShares }),
        };
}
