import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ListedInstrument, Quote } from "@/api/market";
import { quoteNow } from "@/push/quotes";
import { prefersStillness } from "@/ui/motion";
import { compareScaled, parseScaled } from "@/ui/scaled";
import type { ListType } from "./lists";

/** A ranked list is put in order again this often: each tick would leave nothing in its place to be pressed. */
const RANK_EVERY_MS = 3_000;
const MOTION = { duration: 250, easing: "ease-out" };

/** Rows in the order of the figure that the list is ranked by, as `quoteOf` has it. Equals stay as they stood. */
export function ranked<Row extends ListedInstrument>(
  rows: readonly Row[],
  type: ListType,
  quoteOf: (row: Row) => Quote,
): Row[] {
  const figures = rows.map((row) => {
    const { volume, changePercent } = quoteOf(row);
    return { row, figure: parseScaled(type === "actives" ? volume : changePercent) };
  });
  const turn = type === "losers" ? 1 : -1;
  figures.sort(({ figure: one }, { figure: other }) => {
    if (!one || !other) return Number(Boolean(other)) - Number(Boolean(one));
    return turn * compareScaled(one, other);
  });
  return figures.map(({ row }) => row);
}

const newest = (row: ListedInstrument) => quoteNow(row) ?? row.quote;

/** The rows of a list in the order of what they show; a list that is not ranked stays as it is. */
export function useRanked<Row extends ListedInstrument>(rows: Row[], type: ListType | "all") {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (type === "all") return;
    const timer = setInterval(() => setBeat((before) => before + 1), RANK_EVERY_MS);
    return () => clearInterval(timer);
  }, [type]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a beat looks at the newest quotes
  return useMemo(() => (type === "all" ? rows : ranked(rows, type, newest)), [rows, type, beat]);
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
