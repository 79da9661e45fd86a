import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ListedInstrument, Quote } from "@/api/market";
import type { ListType } from "@/choices/lists";
import { quoteNow } from "@/push/quotes";
import { prefersStillness } from "@/ui/motion";
import { compareScaled, parseScaled, type Scaled } from "@/ui/scaled";

/** A ranked list is reordered this often: with each tick, rows would not stay long enough to be pressed. */
const RANK_EVERY_MS = 3_000;
const MOTION = { duration: 250, easing: "ease-out" };

export type Figure = (quote: Quote, row: ListedInstrument) => Scaled | null;

/** The figure by which rows are ordered, and the direction. */
export interface Ordering {
  figure: Figure;
  descending: boolean;
}

export const byChange: Figure = ({ changePercent }) => parseScaled(changePercent);
export const byVolume: Figure = ({ volume }) => parseScaled(volume);

const ONE: Scaled = { units: 1n, scale: 0 };

const times = (a: Scaled, b: Scaled): Scaled => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
});

/** The value of a day's volume at the present price, as the server calculates it, with a future's multiplier. */
export const worth: Figure = ({ last, volume }, { future }) => {
  const [price, count] = [parseScaled(last), parseScaled(volume)];
  return price && count && times(times(price, count), parseScaled(future?.multiplier) ?? ONE);
};

/** The most active are those with the greatest traded value. */
export const rankingOf = (type: ListType): Ordering => ({
  figure: type === "actives" ? worth : byChange,
  descending: type !== "losers",
});

/** Rows in the order of a figure from `quoteOf`. Equal rows keep their order. */
export function ranked<Row extends ListedInstrument>(
  rows: readonly Row[],
  by: Ordering | null,
  quoteOf: (row: Row) => Quote,
): Row[] {
  if (!by) return [...rows];
  const figures = rows.map((row) => ({ row, figure: by.figure(quoteOf(row), row) }));
  const turn = by.descending ? -1 : 1;
  figures.sort(({ figure: one }, { figure: other }) => {
    if (!one || !other) return Number(Boolean(other)) - Number(Boolean(one));
    return turn * compareScaled(one, other);
  });
  return figures.map(({ row }) => row);
}

/** The newest quote of a row, even if not drawn yet. */
export const newestQuote = (row: ListedInstrument) => quoteNow(row) ?? row.quote;

/** The rows of a list in the order of their figures: a new array every few seconds. */
export function useRanked<Row extends ListedInstrument>(rows: Row[], by: Ordering | null) {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setBeat((before) => before + 1), RANK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const [figure, descending] = [by?.figure, by?.descending];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a beat looks at the newest quotes
  return useMemo(() => ranked(rows, by, newestQuote), [rows, figure, descending, beat]);
}

/** Animates the children of an element to their new places. They are in the order of `ids`. */
export function useRowMotion(ids: readonly string[]) {
  const list = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    for (const [index, id] of ids.entries()) {
      const row = list.current?.children[index] as HTMLElement | undefined;
      if (!row) continue;
      const [from, to] = [before.get(id), row.offsetTop];
      places.current.set(id, to);
      if (from === undefined || from === to || prefersStillness()) continue;
      row.animate([{ transform: `translateY(${from - to}px)` }, { transform: "none" }], MOTION);
    }
  });
  return list;
}
