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
  useOwnText,
} from "@/ui";
import type { Mark } from "./ownTrades";
import { barTime, type ChartScale, type Reading } from "./readings";

interface ChartLegendProps {
  reading: Reading;
  scale: ChartScale;
  decimals: number;
  /** The highest price of the chart: columns have the width of the longest figure, so that nothing moves. */
  highest: string;
  /** The average price of an intraday chart so far, null if there is none; undefined for any other chart. */
  average?: string | null | undefined;
  /** The session of the bar; null in regular hours. */
  session: "pre" | "after" | null;
  /** The customer's trades in the bar; undefined if the chart has no such marks. */
  marks: readonly Mark[] | undefined;
  /** A button at the end. */
  children: ReactNode;
}

/** The figures of the bar under the crosshair, or else of the newest, above the bars. */
export function ChartLegend(props: ChartLegendProps) {
  const { reading, scale, decimals, highest, average, session, marks, children } = props;
  const { t, i18n } = useTranslation(["chart", "common"]);
  const own = useOwnText();
  const { bar, change, percent } = reading;
  const price = (value: string) => formatPrice(value, decimals);
  const prices = [
    { label: t("open"), value: price(bar.open) },
    { label: t("high"), value: price(bar.high) },
    { label: t("low"), value: price(bar.low) },
    { label: t("close"), value: price(bar.close) },
  ];
  // An intraday chart is a line of prices with their average.
  const course = [
    { label: t("chart:price"), value: price(bar.close) },
    ...(average === undefined
      ? []
      : [{ label: t("chart:average"), value: formatPrice(average, decimals) }]),
  ];
  const fields = [
    ...(scale.period === "intraday" ? course : prices),
    ...(scale.hasVolume === false
      ? []
      : [{ label: t("volume"), value: formatCompact(bar.volume, i18n.language) }]),
  ];
  const labelled = scale.period === "intraday" ? 62 : 30;
  const width = `calc(${price(highest).length}ch + ${labelled}px)`;
  return (
    <div className="num px-1.5 text-badge text-ink-2">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-2 @3xl:grid-cols-[auto_1fr_auto] @3xl:gap-x-5">
        <div className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-2">
          <span>
            {barTime(bar.start, scale, i18n.language, t)}
            {session ? ` · ${t(`common:session.${session}`)}` : null}
          </span>
          <span className={classes("font-semibold", directionText[directionOf(change)])}>
            {formatSigned(change, decimals)} {formatPercent(percent, change)}
          </span>
        </div>
        <div className="@3xl:col-start-3">{children}</div>
        <dl
          className="col-span-2 -mr-1.5 grid gap-y-0.5 @3xl:col-span-1 @3xl:col-start-2 @3xl:row-start-1"
          style={{ gridTemplateColumns: `repeat(auto-fill, ${width})` }}
        >
          {fields.map(({ label, value }) => (
            <div key={label} className="flex gap-1 whitespace-nowrap">
              <dt className={label === t("chart:average") ? "text-brass-text" : undefined}>
                {label}
              </dt>
              <dd className="font-semibold text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {marks ? (
        <p className="mt-0.5 min-h-[1.3em] text-brass-text">
          {marks
            .map(({ side, quantity, price: paid }) =>
              t(side === "buy" ? "bought" : "sold", {
                quantity: own(formatDecimal(quantity)),
                price: formatDecimal(paid, { min: decimals }),
              }),
            )
            .join(" · ")}
        </p>
      ) : null}
    </div>
  );
}
