import { useTranslation } from "react-i18next";
import { createStore, useStore } from "@/store";

/** True once the server has reported that its money is not real. Set by the app at its start. */
export const paperMode = createStore(false);

/** Marks every screen as paper trading while `paperMode` is set. */
export function PaperBadge() {
  const { t } = useTranslation();
  if (!useStore(paperMode)) return null;
  return (
    <span className="shrink-0 rounded-[6px] bg-brass-soft px-[7px] py-[3px] text-badge font-bold tracking-[0.08em] text-brass-text">
      {t("paper")}
    </span>
  );
}
