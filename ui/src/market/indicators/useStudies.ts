import { useMemo, useRef } from "react";
import type { Bar } from "@/api/market";
import { type Indicator, isStudied, type Studied } from "./catalog";
import { Study } from "./study";

export type Studies = ReadonlyMap<Studied, Study>;

/** The indicators of these bars, by name. `shown` is the list of names, joined by commas. */
export function useStudies(bars: readonly Bar[], shown: string): Studies {
  const kept = useRef<Studies>(new Map());
  return useMemo(() => {
    const names = (shown ? shown.split(",") : []) as Indicator[];
    kept.current = new Map(
      names
        .filter(isStudied)
        .map((name) => [name, (kept.current.get(name) ?? new Study(name)).follow(bars)]),
    );
    return kept.current;
  }, [bars, shown]);
}
