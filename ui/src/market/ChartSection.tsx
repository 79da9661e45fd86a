import { Maximize2, SlidersHorizontal, Table2 } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail, Quote } from "@/api/market";
import { classes, IconButton } from "@/ui";
import { useLayer } from "@/ui/useLayer";
import { ChartBody } from "./ChartBody";
import { ChartPeriods } from "./ChartPeriods";
import { panesThatFit } from "./chartSettings";
import type { OwnTrades } from "./ownTrades";
import type { Views } from "./PriceChart";
import { takeScreen } from "./phoneScreen";
import { useChart } from "./useChart";

const FullChart = lazy(() => import("./FullChart"));
const BarTable = lazy(() => import("./BarTable"));
const ChartSettingsSheet = lazy(() => import("./ChartSettingsSheet"));

interface ChartSectionProps {
  instrument: InstrumentDetail;
  /** What the socket told last. */
  quote: Quote | undefined;
  /** The customer's own trades; a visitor has none. */
  trades?: OwnTrades | undefined;
}

const FOOT = "flex min-h-11 items-center gap-1.5 px-1.5 text-caption text-ink-2";

/** The choice of a period and its chart, which moves with every tick; the same over the whole window, or as a table. */
export function ChartSection({ instrument, quote, trades }: ChartSectionProps) {
  const { t } = useTranslation("chart");
  const chart = useChart(instrument, quote, trades);
  const views: Views = useRef({});
  const layer = useLayer();
  const [wasFull, setWasFull] = useState(layer.isOpen);
  const [sheet, setSheet] = useState<"table" | "settings" | null>(null);
  const enlarge = () => {
    // A browser gives the screen away only while it handles the press.
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
  return (
    <section aria-label={t("label")} className="@container">
      <ChartPeriods value={chart.period} onChange={chart.setPeriod} />
      <div
        className={classes(
          "-mx-1.5",
          chart.scale.hasVolume === false
            ? "min-h-[330px] @2xl:min-h-[406px]"
            : "min-h-[400px] @2xl:min-h-[500px]",
        )}
      >
        <ChartBody
          chart={chart}
          views={views}
          covered={layer.isOpen}
          action={
            <IconButton label={t("enlarge")} onClick={enlarge} className="text-ink-2">
              <Maximize2 size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
          }
          foot={
            <>
              <button type="button" onClick={() => setSheet("settings")} className={FOOT}>
                <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />
                {t("settings")}
              </button>
              <button type="button" onClick={() => setSheet("table")} className={FOOT}>
                <Table2 size={16} strokeWidth={1.75} aria-hidden />
                {t("table")}
              </button>
            </>
          }
        />
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
          >
            {sheet === "settings" ? settings : null}
          </FullChart>
        ) : null}
        {sheet === "settings" && !layer.isOpen ? settings : null}
        {sheet === "table" ? <BarTable chart={chart} onClose={() => setSheet(null)} /> : null}
      </Suspense>
    </section>
  );
}
