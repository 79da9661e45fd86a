import { type IPriceLine, type ISeriesApi, LineStyle } from "lightweight-charts";
import type { PositionLevel } from "@/api/positions";
import { tokenColor } from "@/ui/theme";

/** A price line with a name across the chart: the price of an order, or a closing price of a position. */
export interface DrawnLine {
  kind: "order" | PositionLevel["kind"];
  price: string;
  /** The formatted price. */
  figure: string;
  text: string;
}

/** The customer's own prices are dashed; the house's liquidation is solid, in the colour of danger. */
const LOOKS = {
  order: { token: "brass-text", lineStyle: LineStyle.Dashed },
  takeProfit: { token: "info", lineStyle: LineStyle.Dashed },
  stopLoss: { token: "info", lineStyle: LineStyle.Dashed },
  liquidation: { token: "danger", lineStyle: LineStyle.Solid },
} as const;

/**
 * Draws lines across the prices. The library fits the scale to the bars only, so a distant line is out of view and does
 * not squeeze them; the legend has its price.
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
