import { useTranslation } from "react-i18next";

/** Says of a company that it is invented, wherever it stands. */
export function SimulatedBadge() {
  const { t } = useTranslation("offers");
  return (
    <span className="shrink-0 rounded-full bg-caution-soft px-2 py-px text-caption font-medium text-caution">
      {t("simulated.badge")}
    </span>
  );
}
