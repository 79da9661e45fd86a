import { useTranslation } from "react-i18next";
import { Chips } from "@/ui";
import { type Period, periods } from "./quoteQueries";

interface ChartPeriodsProps {
  value: Period;
  onChange: (period: Period) => void;
}

/** How long a bar of the chart is: a minute of the day, or a day, a week, a month, a quarter, a year. */
export function ChartPeriods(props: ChartPeriodsProps) {
  const { t } = useTranslation("chart");
  return (
    <Chips
      {...props}
      spread
      className="max-w-[440px]"
      label={t("period")}
      choices={periods.map((value) => ({ value, label: t(`${value}`) }))}
    />
  );
}
