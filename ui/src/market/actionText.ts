import { useTranslation } from "react-i18next";
import type { CorporateAction } from "@/api/corporateActions";

/** A corporate action as a word and a figure: "Dividend" and "0.26 USD", "Split" and "10 for 1". */
export function useActionText() {
  const { t } = useTranslation("events");
  return (action: CorporateAction): { what: string; figure: string } =>
    action.kind === "dividend"
      ? { what: t("dividend"), figure: `${action.amount} ${action.currency}` }
      : {
          what: t(action.ratio.new > action.ratio.old ? "split" : "consolidation"),
          figure: t("ratio", action.ratio),
        };
}
