import type {
  IChartApi,
  IPanePrimitive,
  IPrimitivePaneRenderer,
  PaneAttachedParameter,
  Time,
} from "lightweight-charts";
import { second } from "./chartBoard";
import type { Stretch } from "./tradingHours";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

/** Shades the bars of a pane outside of regular hours. */
export class SessionShade implements IPanePrimitive<Time> {
  readonly #color: string;
  #stretches: readonly Stretch[] = [];
  #chart: IChartApi | null = null;
  #drawAgain = () => {};

  constructor(color: string) {
    this.#color = color;
  }

  attached({ chart, requestUpdate }: PaneAttachedParameter<Time>): void {
    this.#chart = chart as IChartApi;
    this.#drawAgain = requestUpdate;
  }

  detached(): void {
    this.#chart = null;
  }

  show(stretches: readonly Stretch[]): void {
    this.#stretches = stretches;
    this.#drawAgain();
  }

  readonly #views = [
    { zOrder: () => "bottom" as const, renderer: () => ({ draw: (on: Target) => this.#draw(on) }) },
  ];

  paneViews() {
    return this.#views;
  }

  #draw(target: Target): void {
    const scale = this.#chart?.timeScale();
    if (!scale || this.#stretches.length === 0) return;
    const half = scale.options().barSpacing / 2;
    // biome-ignore lint/correctness/useHookAtTopLevel: the library has a method of such a name
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.fillStyle = this.#color;
      for (const { first, last } of this.#stretches) {
        const from = scale.timeToCoordinate(second(first));
        const till = scale.timeToCoordinate(second(last));
        if (from === null || till === null) continue;
        context.fillRect(from - half, 0, till - from + 2 * half, mediaSize.height);
      }
    });
  }
}
