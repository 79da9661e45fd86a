import Big from "big.js";
import type { Level } from "@/api/market";

/** A level of a ladder, with the total size up to it. */
export interface Rung extends Level {
  total: string;
}

/** The merge steps in ticks; the received book spans few more. */
const TICKS = [1, 2, 5, 10];

/** The steps of a ladder, the finest first; none if the tick size is unknown. */
export const stepsOf = (tickSize: string | null) =>
  tickSize ? TICKS.map((ticks) => new Big(tickSize).times(ticks).toFixed()) : [];

/**
 * Levels merged into steps, best first, with their running total. A bid counts at the step below it and an ask at the
 * one above, so that no shown price is better than the real one.
 */
export function rungsOf(
  levels: readonly Level[],
  step: string | null,
  side: "bid" | "ask",
): Rung[] {
  const rungs = new Map<string, Big>();
  for (const { price, size } of levels) {
    const at =
      step === null
        ? price
        : new Big(price)
            .div(step)
            .round(0, side === "bid" ? Big.roundDown : Big.roundUp)
            .times(step)
            .toFixed();
    rungs.set(at, (rungs.get(at) ?? new Big(0)).plus(size));
  }
  let total = new Big(0);
  return [...rungs].map(([price, size]) => {
    total = total.plus(size);
    return { price, size: size.toFixed(), total: total.toFixed() };
  });
}
