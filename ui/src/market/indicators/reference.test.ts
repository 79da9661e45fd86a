import { describe, expect, it } from "vitest";
import { type Bar, decodeBar } from "@/api/market";
import type { Studied } from "./catalog";
import { LOOKS } from "./catalog";
import reference from "./reference.json";
import { Study } from "./study";

/** Equal to eight significant digits: a chart shows about five. */
const close = (figure: number | null, expected: number | null) =>
  figure === null || expected === null
    ? figure === expected
    : Math.abs(figure - expected) <= 1e-8 * Math.max(1, Math.abs(expected));

const bars: Bar[] = reference.bars.map(([open, high, low, end], index) =>
  decodeBar([index * 60_000, open ?? "", high ?? "", low ?? "", end ?? "", "1"]),
);

const names = ["MA", "EMA", "BOLL", "MACD", "RSI", "RSI3", "KDJ"] as const satisfies Studied[];

describe.each(names)("%s", (name) => {
  const expected = reference[name] as (number | null)[][];
  const expectSame = (study: Study) => {
    const values = study.values.map((at) => [...at]);
    expect(values).toHaveLength(expected.length);
    const wrong = values.flatMap((at, bar) =>
      at.every((figure, line) => close(figure, expected[bar]?.[line] ?? null)) &&
      at.length === expected[bar]?.length
        ? []
        : [{ bar, at, expected: expected[bar] }],
    );
    expect(wrong).toEqual([]);
  };

  it("is what the reference says, with a figure for each of its lines", () => {
    expectSame(new Study(name).follow(bars));
    expect(expected.at(-1)).toHaveLength(LOOKS[name].lines.length);
    expect(expected.at(-1)).not.toContain(null);
  });

  it("is the same when each bar comes by ticks", () => {
    const study = new Study(name);
    for (let count = 1; count <= bars.length; count += 1) {
      const [before, last] = [bars.slice(0, count - 1), bars[count - 1] as Bar];
      // Misleading ticks, up and down, before the bar is final.
      for (const price of ["1", "900", "264.55"]) {
        study.follow([...before, { ...last, high: "900", low: "1", close: price }]);
      }
      study.follow([...before, last]);
    }
    expectSame(study);
  });

  it("is the same when older bars come before the newer ones", () => {
    const study = new Study(name).follow(bars.slice(90)).follow(bars.slice(40));
    expectSame(study.follow(bars));
  });

  it("is the same when bars are read again, and when they are taken away", () => {
    const study = new Study(name).follow([...bars, { ...(bars[0] as Bar) }]);
    expectSame(study.follow(bars));
    expectSame(study.follow(bars.map((bar) => ({ ...bar }))));
    expect(study.follow([]).values).toEqual([]);
  });
});

it("says that a market which does not move is neither high nor low", () => {
  const still = Array.from({ length: 20 }, (_, at) => decodeBar([at, "5", "5", "5", "5", "0"]));
  expect(new Study("KDJ").follow(still).values.at(-1)).toEqual([50, 50, 50]);
});
