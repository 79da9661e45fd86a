import type { ISeriesPrimitive, Time } from "lightweight-charts";

/** Draws nothing, and calls back whenever the pane of a series is painted: its scale is final then. */
export class PaintWatch implements ISeriesPrimitive<Time> {
  readonly #views;

  constructor(painted: () => void) {
    const renderer = { draw: painted };
    this.#views = [{ zOrder: () => "bottom" as const, renderer: () => renderer }];
  }

  paneViews() {
    return this.#views;
  }
}
