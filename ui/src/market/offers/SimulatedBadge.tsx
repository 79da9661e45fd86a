import { useTranslation } from "react-i18next";

/** Marks a company as invented. */
export function SimulatedBadge() {
  const { t } = useTranslation("offers");
  return (
    <span className="shrink-0 rounded-full bg-caution-soft px-2 py-px text-caption font-medium text-caution">
      {t("simulated.badge")}
    </span>
  );
}
