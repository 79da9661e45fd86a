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

interface Read {
  reading: Reading;
  scale: ChartScale;
  decimals: number;
  /** The highest price of the chart: columns have the width of the longest figure, so that nothing moves. */
  highest: string;
  /** The average price of an intraday chart so far, null if there is none; undefined for any other chart. */
  average?: string | null | undefined;
}

interface ChartLegendProps extends Read {
  /** The session of the bar; null in regular hours. */
  session: "pre" | "after" | null;
  /** A button at the end. */
  children: ReactNode;
}

interface FiguresProps extends Read {
  className: string;
}

/**
 * Where four prices of a length, in characters, do not fit into the first row, the close has its last column. So it is
 * never among the figures that a narrow chart leaves out. Beyond these widths the row has room for it behind the low.
 */
const CLOSE = [
  { upTo: 5, place: "" },
  { upTo: 6, place: "@max-[320px]:col-start-[-2] @max-[320px]:row-start-1" },
  { upTo: 8, place: "@max-[380px]:col-start-[-2] @max-[380px]:row-start-1" },
  {
    upTo: Number.POSITIVE_INFINITY,
    place: "@max-[460px]:col-start-[-2] @max-[460px]:row-start-1",
  },
] as const;

/** The prices and the volume of a bar, in as many rows as they need. */
function Figures({ reading, scale, decimals, highest, average, className }: FiguresProps) {
  const { t, i18n } = useTranslation("chart");
  const { bar } = reading;
  const price = (value: string) => formatPrice(value, decimals);
  const { length } = price(highest);
  const place = CLOSE.find(({ upTo }) => length <= upTo)?.place;
  const prices = [
    { label: t("open"), value: price(bar.open) },
    { label: t("high"), value: price(bar.high) },
    { label: t("low"), value: price(bar.low) },
    { label: t("close"), value: price(bar.close), place },
  ];
  // An intraday chart is a line of prices with their average.
  const course = [
    { label: t("price"), value: price(bar.close) },
    ...(average === undefined
      ? []
      : [{ label: t("average"), value: formatPrice(average, decimals) }]),
  ];
  const fields: { label: string; value: string; place?: string | undefined }[] = [
    ...(scale.period === "intraday" ? course : prices),
    ...(scale.hasVolume === false
      ? []
      : [{ label: t("volume"), value: formatCompact(bar.volume, i18n.language) }]),
  ];
  const labelled = scale.period === "intraday" ? 62 : 30;
  const width = `calc(${length}ch + ${labelled}px)`;
  return (
    <dl
      className={classes("grid gap-y-0.5", className)}
      style={{ gridTemplateColumns: `repeat(auto-fill, ${width})` }}
    >
      {fields.map(({ label, value, place: ownPlace }) => (
        <div key={label} className={classes("flex gap-1 whitespace-nowrap", ownPlace)}>
          <dt className={label === t("average") ? "text-brass-text" : undefined}>{label}</dt>
          <dd className="font-semibold text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The figures of the bar under the crosshair, or else of the newest, above the bars: two lines on a phone, whatever the
 * length of the prices, and always with the close.
 */
export function ChartLegend({ session, children, ...read }: ChartLegendProps) {
  const { reading, scale, decimals } = read;
  const { t, i18n } = useTranslation(["chart", "common"]);
  const { bar, change, percent } = reading;
  return (
    <div className="num grid grid-cols-[1fr_auto] items-center gap-x-2 px-1.5 text-badge text-ink-2 @3xl:grid-cols-[auto_1fr_auto] @3xl:gap-x-5">
      <div className="flex h-6 min-w-0 items-center gap-x-2 whitespace-nowrap">
        <span className="truncate">
          {barTime(bar.start, scale, i18n.language, t)}
          {session ? ` · ${t(`common:session.${session}`)}` : null}
        </span>
        <span className={classes("font-semibold", directionText[directionOf(change)])}>
          {formatSigned(change, decimals)} {formatPercent(percent, change)}
        </span>
      </div>
      <div className="@3xl:col-start-3">{children}</div>
      <Figures
        {...read}
        className="col-span-2 -mr-1.5 h-[1lh] overflow-hidden @3xl:col-span-1 @3xl:col-start-2 @3xl:row-start-1"
      />
    </div>
  );
}

interface PointedRestProps extends Read {
  /** The customer's trades in the bar. */
  marks: readonly Mark[];
}

/**
 * What the legend's two lines have no room for, over the top of the bars while one is pointed at: its further figures,
 * and what the customer traded in it.
 */
export function PointedRest({ marks, ...read }: PointedRestProps) {
  const { t } = useTranslation("chart");
  const own = useOwnText();
  return (
    <div className="num w-full bg-bg/90 px-1.5 text-badge text-ink-2">
      {/* The first row of figures is in the legend. */}
      <div className="overflow-hidden @3xl:hidden">
        <Figures {...read} className="-mt-[calc(1lh+2px)] -mr-1.5" />
      </div>
      {marks.length > 0 ? (
        <p className="text-brass-text">
          {marks
            .map(({ side, quantity, price: paid }) =>
              t(side === "buy" ? "bought" : "sold", {
                quantity: own(formatDecimal(quantity)),
                price: formatDecimal(paid, { min: read.decimals }),
              }),
            )
            .join(" · ")}
        </p>
      ) : null}
    </div>
  );
}
