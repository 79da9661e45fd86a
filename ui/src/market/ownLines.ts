import { type IPriceLine, type ISeriesApi, LineStyle } from "lightweight-charts";
import type { PositionLevel } from "@/api/positions";
import { tokenColor } from "@/ui/theme";

/** A price with a name, drawn across the chart: what an order waits for, or where a position ends. */
export interface DrawnLine {
  kind: "order" | PositionLevel["kind"];
  price: string;
  /** The price as it is written. */
  figure: string;
  text: string;
}

/** What the customer wants is dashed; what the house does is drawn through, in the colour of danger. */
const LOOKS = {
  order: { token: "brass-text", lineStyle: LineStyle.Dashed },
  takeProfit: { token: "info", lineStyle: LineStyle.Dashed },
  stopLoss: { token: "info", lineStyle: LineStyle.Dashed },
  liquidation: { token: "danger", lineStyle: LineStyle.Solid },
} as const;

/**
 * Draws lines across the prices. The library fits the scale to the bars alone, so that a line far away lies out of view
 * and squeezes nothing; the legend says its price.
 */
export const drawLines = (
  prices: ISeriesApi<"Candlestick">,
  lines: readonly DrawnLine[],
): IPriceLine[] =>
  lines.map(({ kind, price, text }) =>
    prices.createPriceLine({
      price: Number(price),
      color: tokenColor(LOOKS[kind].token),
      lineStyle: LOOKS[kind].lineStyle,
      lineWidth: 1,
      axisLabelVisible: true,
      title: text,
    }),
  );
