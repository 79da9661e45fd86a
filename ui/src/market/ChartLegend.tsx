import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  classes,
  directionOf,
  directionText,
  formatCompact,
  formatDecimal,
  formatPercent,
  formatPrice,
  formatSigned,
} from "@/ui";
import type { Mark } from "./ownTrades";
import { barTime, type ChartScale, type Reading } from "./readings";

const AVERAGE_TEXT: Record<number, string> = { 5: "text-brass-text", 20: "text-average" };

interface ChartLegendProps {
  reading: Reading;
  scale: ChartScale;
  decimals: number;
  /** The highest price of the chart: columns are as wide as the longest figure, so that nothing moves. */
  highest: string;
  /** What the customer has traded at the bar; undefined where the chart has no such marks. */
  marks: readonly Mark[] | undefined;
  /** A button at the end. */
  children: ReactNode;
}

/** Above the bars, what the one under the crosshair says, or else the newest. */
export function ChartLegend(props: ChartLegendProps) {
  const { reading, scale, decimals, highest, marks, children } = props;
  const { t, i18n } = useTranslation("chart");
  const { bar, change, percent, averages } = reading;
  const price = (value: string) => formatPrice(value, decimals);
  const fields: { label: string; value: string; color?: string | undefined }[] = [
    { label: t("open"), value: price(bar.open) },
    { label: t("high"), value: price(bar.high) },
    { label: t("low"), value: price(bar.low) },
    { label: t("close"), value: price(bar.close) },
    { label: t("volume"), value: formatCompact(bar.volume, i18n.language) },
    ...averages.map(({ length, value }) => ({
      label: `MA${length}`,
      value: formatDecimal(value, { min: decimals, max: decimals }),
      color: AVERAGE_TEXT[length],
    })),
  ];
  const width = `calc(${price(highest).length}ch + 30px)`;
  return (
    <div className="num px-1.5 text-badge text-ink-2">
      <div className="flex min-h-6 items-center gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap gap-x-2">
          <span>{barTime(bar.start, scale, i18n.language, t)}</span>
          <span className={classes("font-semibold", directionText[directionOf(change)])}>
            {formatSigned(change, decimals)} {formatPercent(percent)}
          </span>
        </div>
        {children}
      </div>
      <dl
        className="-mr-1.5 grid gap-y-0.5"
        style={{ gridTemplateColumns: `repeat(auto-fill, ${width})` }}
      >
        {fields.map(({ label, value, color = "text-ink" }) => (
          <div key={label} className="flex gap-1 whitespace-nowrap">
            <dt>{label}</dt>
            <dd className={classes("font-semibold", color)}>{value}</dd>
          </div>
        ))}
      </dl>
      {marks ? (
        <p className="mt-0.5 min-h-[1.3em] text-brass-text">
          {marks
            .map(({ side, quantity, price: paid }) =>
              t(side === "buy" ? "bought" : "sold", {
                quantity: formatDecimal(quantity),
                price: formatDecimal(paid, { min: decimals }),
              }),
            )
            .join(" · ")}
        </p>
      ) : null}
    </div>
  );
}
