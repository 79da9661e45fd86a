import {
  AreaSeries,
  ColorType,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from "lightweight-charts";
import { formatDecimal } from "@/ui";
import { tokenColor } from "@/ui/theme";
import type { EquityPoint } from "./equity";

/** Draws the curve of an account's worth on a canvas. Colours come from the design tokens. */
export class EquityDrawing {
  readonly #chart: IChartApi;
  readonly #area: ISeriesApi<"Area">;

  constructor(host: HTMLElement, language: string, figures: boolean) {
    this.#chart = createChart(host, {
      autoSize: true,
      layout: {
        attributionLogo: false,
        background: { type: ColorType.Solid, color: "transparent" },
        textColor: tokenColor("ink-2"),
        fontFamily: getComputedStyle(host).fontFamily,
        fontSize: 11,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: tokenColor("line") } },
      rightPriceScale: { visible: figures, borderVisible: false, entireTextOnly: true },
      crosshair: { horzLine: { visible: figures, labelVisible: figures } },
      timeScale: { borderVisible: false, timeVisible: true, fixLeftEdge: true, fixRightEdge: true },
      localization: {
        locale: language,
        // Formats labels of the scale, whose values the library chooses.
        priceFormatter: (value: number) => formatDecimal(value.toFixed(2)),
      },
      handleScroll: false,
      handleScale: false,
    });
    const color = tokenColor("ink");
    this.#area = this.#chart.addSeries(AreaSeries, {
      lineColor: color,
      lineWidth: 2,
      topColor: `${color}1f`,
      bottomColor: `${color}00`,
      priceLineVisible: false,
    });
  }

  show(points: readonly EquityPoint[]): void {
    // The library counts in whole seconds, each at most once; totals become floats only here, to be drawn.
    const bySecond = new Map(points.map(({ at, total }) => [Math.floor(at / 1000), Number(total)]));
    this.#area.setData(
      [...bySecond].map(([time, value]) => ({ time: time as UTCTimestamp, value })),
    );
    this.#chart.timeScale().fitContent();
  }

  remove(): void {
    this.#chart.remove();
  }
}
