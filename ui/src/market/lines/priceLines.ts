import { type IPriceLine, type ISeriesApi, LineStyle } from "lightweight-charts";
import { tokenColor } from "@/ui/theme";
import type { LineKind, OwnLine } from "./ownLines";

/** Orders are ours, and dashed until they are filled; what is held is ink; the house's liquidation is danger. */
const ORDER = { token: "brass-text", lineStyle: LineStyle.Dashed } as const;
const LOOKS = {
  limit: ORDER,
  stop: ORDER,
  trailingStop: ORDER,
  takeProfit: ORDER,
  stopLoss: ORDER,
  entry: { token: "ink-2", lineStyle: LineStyle.Solid },
  liquidation: { token: "danger", lineStyle: LineStyle.Solid },
} as const satisfies Record<LineKind, object>;

type Drawn = Pick<OwnLine, "id" | "kind" | "price">;

/**
 * The customer's lines on the canvas. The library fits the scale to the bars only, so a distant line is out of view and
 * does not squeeze them.
 */
export class PriceLines {
  readonly #series: ISeriesApi<"Candlestick">;
  readonly #drawn = new Map<string, { of: Drawn; line: IPriceLine }>();

  constructor(series: ISeriesApi<"Candlestick">) {
    this.#series = series;
  }

  get all(): IPriceLine[] {
    return [...this.#drawn.values()].map(({ line }) => line);
  }

  /** Draws these lines and no others. One that has not changed keeps the place to which it is being moved. */
  show(lines: readonly Drawn[]): void {
    const ids = new Set(lines.map(({ id }) => id));
    for (const [id, { line }] of this.#drawn) {
      if (ids.has(id)) continue;
      this.#series.removePriceLine(line);
      this.#drawn.delete(id);
    }
    for (const of of lines) {
      const { id, kind, price } = of;
      const known = this.#drawn.get(id);
      if (known && known.of.price !== price) known.line.applyOptions({ price: Number(price) });
      const line = known?.line ?? this.#add(kind, price);
      this.#drawn.set(id, { of, line });
    }
  }

  /** Moves a line on the canvas only, while its customer drags it. */
  move(id: string, price: string): void {
    this.#drawn.get(id)?.line.applyOptions({ price: Number(price) });
  }

  #add(kind: LineKind, price: string): IPriceLine {
    const { token, lineStyle } = LOOKS[kind];
    return this.#series.createPriceLine({
      price: Number(price),
      color: tokenColor(token),
      lineStyle,
      lineWidth: 1,
      axisLabelVisible: true,
      title: "",
    });
  }
}
