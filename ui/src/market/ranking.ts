import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ListedInstrument, Quote } from "@/api/market";
import { quoteNow } from "@/push/quotes";
import { prefersStillness } from "@/ui/motion";
import { compareScaled, parseScaled, type Scaled } from "@/ui/scaled";
import type { Wanted } from "./lists";
import type { SortColumn } from "./sorts";

/** A ranked list is put in order again this often: each tick would leave nothing in its place to be pressed. */
const RANK_EVERY_MS = 3_000;
const ONE: Scaled = { units: 1n, scale: 0 };
/** Shares are ordered to this many decimals. */
const SHARE_SCALE = 12;
const MOTION = { duration: 250, easing: "ease-out" };

const times = (a: Scaled, b: Scaled): Scaled => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
});

function difference(a: Scaled, b: Scaled): Scaled {
  const scale = Math.max(a.scale, b.scale);
  const of = (value: Scaled) => value.units * 10n ** BigInt(scale - value.scale);
  return { units: of(a) - of(b), scale };
}

const share = (part: Scaled, whole: Scaled): Scaled => ({
  units:
    (part.units * 10n ** BigInt(SHARE_SCALE + whole.scale)) /
    (whole.units * 10n ** BigInt(part.scale)),
  scale: SHARE_SCALE,
});

/** How a list is ordered. */
type Ordering = Pick<Wanted, "type" | "order">;
type Figure = (quote: Quote, row: ListedInstrument) => Scaled | null;

/** What a day's volume is worth at the present price, as the server counts it; each future has one multiplier. */
const worth: Figure = ({ last, volume }, { future }) => {
  const [price, count] = [parseScaled(last), parseScaled(volume)];
  return price && count && times(times(price, count), parseScaled(future?.multiplier) ?? ONE);
};

/** The day's range, in shares of the close before it. */
const range: Figure = ({ high, low }, { previousClose }) => {
  const [top, bottom, close] = [parseScaled(high), parseScaled(low), parseScaled(previousClose)];
  return top && bottom && close && close.units > 0n ? share(difference(top, bottom), close) : null;
};

/** What a column orders by; names and codes do not move. */
const FIGURES: Record<SortColumn, Figure | null> = {
  name: null,
  code: null,
  price: ({ last }) => parseScaled(last),
  change: ({ change }) => parseScaled(change),
  changeRatio: ({ changePercent }) => parseScaled(changePercent),
  volume: ({ volume }) => parseScaled(volume),
  turnover: worth,
  amplitude: range,
};

/** By what a list is ordered, and which end of it comes first; null for one whose rows stay where the server has them. */
function orderingOf({ type, order }: Ordering): { figure: Figure; descending: boolean } | null {
  if (!order && type === "all") return null;
  const figure = FIGURES[order?.by ?? (type === "actives" ? "volume" : "changeRatio")];
  return figure && { figure, descending: order ? order.descending : type !== "losers" };
}

/** Rows in the order of the figure that the list is ordered by, as `quoteOf` has it. Equals stay as they stood. */
export function ranked<Row extends ListedInstrument>(
  rows: readonly Row[],
  ordering: Ordering,
  quoteOf: (row: Row) => Quote,
): Row[] {
  const by = orderingOf(ordering);
  if (!by) return [...rows];
  const figures = rows.map((row) => ({ row, figure: by.figure(quoteOf(row), row) }));
  const turn = by.descending ? -1 : 1;
  figures.sort(({ figure: one }, { figure: other }) => {
    if (!one || !other) return Number(Boolean(other)) - Number(Boolean(one));
    return turn * compareScaled(one, other);
  });
  return figures.map(({ row }) => row);
}

/** The newest quote of a row, whether or not it has been drawn. */
export const newestQuote = (row: ListedInstrument) => quoteNow(row) ?? row.quote;

/** The rows of a list in the order of what they show: anew every few seconds, as a new array. */
export function useRanked<Row extends ListedInstrument>(rows: Row[], { type, order }: Ordering) {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setBeat((before) => before + 1), RANK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const [by, descending] = [order?.by, order?.descending];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a beat looks at the newest quotes
  return useMemo(
    () => ranked(rows, { type, order }, newestQuote),
    [rows, type, by, descending, beat],
  );
}

/** Lets the children of an element glide to their new places. They stand in the order of `ids`. */
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
