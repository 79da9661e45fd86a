import { GitCompareArrows, Maximize2, SlidersHorizontal, Table2 } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { OwnPosition } from "@/api/positions";
import { classes, IconButton, Skeleton } from "@/ui";
import { useLayer } from "@/ui/useLayer";
import { useCompared } from "../compare/useCompared";
import { ChartBody } from "./ChartBody";
import { ChartPeriods } from "./ChartPeriods";
import { panesThatFit } from "./chartSettings";
import type { OwnTrades } from "./ownTrades";
import type { Views } from "./PriceChart";
import { takeScreen } from "./phoneScreen";
import { useChart } from "./useChart";

const FullChart = lazy(() => import("./FullChart"));
const BarTable = lazy(() => import("./BarTable"));
const CompareBody = lazy(() => import("../compare/CompareBody"));
const CompareSheet = lazy(() => import("../compare/CompareSheet"));
const CompareTable = lazy(() => import("../compare/CompareTable"));
const ChartSettingsSheet = lazy(() => import("./ChartSettingsSheet"));

interface ChartSectionProps {
  instrument: InstrumentDetail;
  /** The customer's own trades; a visitor has none. */
  trades?: OwnTrades | undefined;
  /** The customer's positions; a visitor has none. */
  positions?: readonly OwnPosition[] | undefined;
  /** The instruments to compare with, from the address. */
  compare?: string | undefined;
}

/** A tool has a label if there is room. */
const WORD = "@max-[345px]:sr-only";
const FOOT = "flex min-h-11 items-center gap-1 px-1 text-caption whitespace-nowrap text-ink-2";

/** A choice of periods and the live chart, which can also fill the window or be shown as a table. */
export function ChartSection({ instrument, trades, positions, compare }: ChartSectionProps) {
  const { t } = useTranslation("chart");
  const chart = useChart(instrument, trades, positions);
  const views: Views = useRef({});
  const layer = useLayer();
  const [wasFull, setWasFull] = useState(layer.isOpen);
  const [sheet, setSheet] = useState<"table" | "settings" | "compare" | null>(null);
  const compared = useCompared(instrument, compare);
  const view = useRef(Number.NEGATIVE_INFINITY);
  const comparison = { instrument, chart, view, others: compared.others };
  const isCompared = compared.others.length > 0;
  const enlarge = () => {
    // A browser allows full screen only while it handles a press.
    takeScreen();
    setWasFull(true);
    layer.open();
  };
  const settings = (
    <ChartSettingsSheet
      settings={chart.settings}
      onChange={chart.changeSettings}
      onClose={() => setSheet(null)}
      room={panesThatFit()}
      isCourse={chart.period === "intraday"}
      hasVolume={chart.scale.hasVolume !== false}
    />
  );
  const enlarger = (
    <IconButton label={t("enlarge")} onClick={enlarge} className="text-ink-2">
      <Maximize2 size={18} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
  const foot = (
    <>
      <button type="button" onClick={() => setSheet("settings")} className={FOOT}>
        <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />
        <span className={WORD}>{t("settings")}</span>
      </button>
      <button type="button" onClick={() => setSheet("compare")} className={FOOT}>
        <GitCompareArrows size={16} strokeWidth={1.75} aria-hidden />
        <span className={WORD}>{t("compare.open")}</span>
      </button>
      <button type="button" onClick={() => setSheet("table")} className={FOOT}>
        <Table2 size={16} strokeWidth={1.75} aria-hidden />
        <span className={WORD}>{t("table")}</span>
      </button>
    </>
  );
  return (
    <section aria-label={t("label")} className="@container">
      <ChartPeriods value={chart.period} onChange={chart.setPeriod} />
      <div
        className={classes(
          "-mx-1.5",
          chart.scale.hasVolume === false
            ? "min-h-[calc(var(--chart,300px)+80px)] @2xl:min-h-[calc(var(--chart,326px)+80px)]"
            : "min-h-[calc(var(--chart,300px)+150px)] @2xl:min-h-[calc(var(--chart,326px)+174px)]",
        )}
      >
        {isCompared ? (
          <Suspense fallback={<Skeleton className="h-[470px] w-full" />}>
            <CompareBody {...comparison} onRemove={compared.remove} action={enlarger} foot={foot} />
          </Suspense>
        ) : (
          <ChartBody
            chart={chart}
            views={views}
            covered={layer.isOpen}
            action={enlarger}
            foot={foot}
          />
        )}
      </div>
      <Suspense>
        {wasFull || layer.isOpen ? (
          <FullChart
            instrument={instrument}
            chart={chart}
            views={views}
            open={layer.isOpen}
            onClose={layer.close}
            onSettings={() => setSheet("settings")}
            body={
              isCompared ? (
                <CompareBody {...comparison} onRemove={compared.remove} full />
              ) : undefined
            }
          >
            {sheet === "settings" ? settings : null}
          </FullChart>
        ) : null}
        {sheet === "settings" && !layer.isOpen ? settings : null}
        {sheet === "table" && !isCompared ? (
          <BarTable chart={chart} onClose={() => setSheet(null)} />
        ) : null}
        {sheet === "table" && isCompared ? (
          <CompareTable {...comparison} onClose={() => setSheet(null)} />
        ) : null}
        {sheet === "compare" ? (
          <CompareSheet
            of={instrument}
            others={compared.others}
            onAdd={compared.add}
            onRemove={compared.remove}
            onClose={() => setSheet(null)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
