import type { Bar } from "@/api/market";
import type { Studied } from "./catalog";
import { FORMULAS, type Formula, type Values } from "./formulas";

/** The index of the first changed bar. Unchanged bars are the same objects. */
export function changedFrom(before: readonly Bar[], after: readonly Bar[]): number {
  if (after.length < before.length) return 0;
  const index = before.findIndex((bar, at) => bar !== after[at]);
  return index < 0 ? before.length : index;
}

/** The only place where a bar's prices become floats for an indicator. */
const pointOf = ({ high, low, close }: Bar) => ({
  high: Number(high),
  low: Number(low),
  close: Number(close),
});

/**
 * An indicator over live bars: a tick recalculates the newest bar only, a new bar is added. A change of older bars
 * restarts it, since averages depend on them.
 */
export class Study {
  readonly #name: Studied;
  #formula: Formula;
  #bars: readonly Bar[] = [];
  #values: Values[] = [];

  constructor(name: Studied) {
    this.#name = name;
    this.#formula = FORMULAS[name]();
  }

  /** The values at each bar. */
  get values(): readonly Values[] {
    return this.#values;
  }

  follow(bars: readonly Bar[]): this {
    if (bars === this.#bars) return this;
    const known = this.#bars.length;
    let from = changedFrom(this.#bars, bars);
    if (from < known - 1) {
      this.#formula = FORMULAS[this.#name]();
      this.#values = [];
      from = 0;
    }
    for (const [index, bar] of bars.slice(from).entries()) {
      const at = from + index;
      this.#values[at] = this.#formula(pointOf(bar), at < this.#values.length);
    }
    this.#bars = bars;
    return this;
  }
}
