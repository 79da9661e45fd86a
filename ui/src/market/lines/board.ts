/** The place of the prices within a chart, in pixels from its left and its top. */
export interface Plot {
  left: number;
  width: number;
  height: number;
}

/** What the lines over a chart need of its drawing. */
export interface PriceBoard {
  /** Calls back when prices may have moved on the screen. Returns a function to stop. */
  onMove(moved: () => void): () => void;
  plot(): Plot;
  /** How far below the chart's top a price lies, also beyond its edges; null before there are prices. */
  placeOf(price: string): number | null;
  priceAt(y: number): number | null;
  /** Moves a line on the canvas only. */
  moveLine(id: string, price: string): void;
}
