import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Bar } from "@/api/market";
import { platform } from "@/platform";
import type { Figure } from "@/ui";
import { useColorRevision } from "@/ui/theme";
import { ChartDrawing, type View } from "./chartDrawing";
import type { Period } from "./queries";

interface PriceChartProps {
  bars: Bar[];
  period: Period;
  /** The exchange's time zone, which the time scale is in. */
  timeZone: string;
  /** The close that an intraday chart is measured against. */
  previousClose: Figure;
  /** How many decimals the instrument's prices have. */
  decimals: number;
  /** The reader has panned to where the bars begin. */
  onLeftEdge: () => void;
}

/** Draws bars on a canvas. The drawing lives outside React; a tick only moves its last bar. */
export default function PriceChart(props: PriceChartProps) {
  const { bars, period, timeZone, previousClose, decimals } = props;
  const { t, i18n } = useTranslation("market");
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<ChartDrawing>(null);
  const view = useRef<View>(null);
  const colors = useColorRevision();
  const onLeftEdge = useRef(props.onLeftEdge);
  onLeftEdge.current = props.onLeftEdge;

  // biome-ignore lint/correctness/useExhaustiveDependencies: new colours or another language need a new drawing
  useEffect(() => {
    if (!host.current) return;
    const frame = { period, language: i18n.language, timeZone, decimals };
    const created = new ChartDrawing(host.current, frame, view.current);
    drawing.current = created;
    created.onLeftEdge(() => onLeftEdge.current());
    return () => {
      // The next drawing shows the part that the customer had chosen in this one.
      view.current = created.view();
      created.remove();
    };
  }, [period, i18n.language, timeZone, decimals, colors]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing starts empty
  useEffect(() => {
    drawing.current?.show(bars, previousClose);
  }, [bars, previousClose, period, i18n.language, timeZone, decimals, colors]);

  return (
    <>
      <div ref={host} role="img" aria-label={t("chart.label")} className="h-[280px]" />
      <a
        href="https://www.tradingview.com/"
        rel="noreferrer"
        className="absolute right-2 -bottom-0.5 text-[10px] text-ink-2"
        onClick={(event) => {
          event.preventDefault();
          platform.openUrl("https://www.tradingview.com/");
        }}
      >
        {t("chart.credit")}
      </a>
    </>
  );
}
