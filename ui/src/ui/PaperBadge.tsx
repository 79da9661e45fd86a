import { useTranslation } from "react-i18next";
import { createStore, useStore } from "@/store";

/** True once the server has said that its money is not real. Set by the app when it starts. */
export const paperMode = createStore(false);

/** Says on every screen that this is not real money, as long as the server says so. */
export function PaperBadge() {
  const { t } = useTranslation();
  if (!useStore(paperMode)) return null;
  return (
    <span className="shrink-0 rounded-[6px] bg-brass-soft px-[7px] py-[3px] text-badge font-bold tracking-[0.08em] text-brass-text">
      {t("paper")}
    </span>
  );
}
