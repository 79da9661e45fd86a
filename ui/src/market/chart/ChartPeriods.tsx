import { useTranslation } from "react-i18next";
import { Chips, classes } from "@/ui";
import { type Period, periods } from "./periods";

interface ChartPeriodsProps {
  value: Period;
  onChange: (period: Period) => void;
  className?: string;
}

/**
 * The length of the chart's bars, from a minute to a year. The row runs to the edges of the page, where it fades and
 * scrolls on.
 */
export function ChartPeriods({ value, onChange, className }: ChartPeriodsProps) {
  const { t } = useTranslation("chart");
  return (
    <Chips
      value={value}
      onChange={onChange}
      className={classes("-mx-4 mask-x-from-[calc(100%-16px)] px-4", className)}
      label={t("period")}
      choices={periods.map((period) => ({ value: period, label: t(`${period}`) }))}
    />
  );
}
