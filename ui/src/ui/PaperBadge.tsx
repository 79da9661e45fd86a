import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";

/** True once the server has said that its money is not real. */
export const PaperContext = createContext(false);

/** Marks every screen as paper trading where `PaperContext` says so. */
export function PaperBadge() {
  const { t } = useTranslation();
  if (!useContext(PaperContext)) return null;
  return (
    <span className="shrink-0 rounded-[6px] bg-brass-soft px-[7px] py-[3px] text-badge font-bold tracking-[0.08em] text-brass-text">
      {t("paper")}
    </span>
  );
}
