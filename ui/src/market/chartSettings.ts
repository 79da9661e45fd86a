import { useState } from "react";
import { platform } from "@/platform";
import { BELOW, type Below, OVER, type Over } from "./indicators/catalog";
import type { Period } from "./periods";

const KEY = "chart";

export const STYLES = ["candles", "line", "area"] as const;
export type ChartStyle = (typeof STYLES)[number];

/** How the customer likes charts. Each device keeps its own. */
export interface ChartSettings {
  style: ChartStyle;
  over: readonly Over[];
  /** The one that was chosen last stands last. */
  below: readonly Below[];
}

const USUAL: ChartSettings = { style: "candles", over: ["MA"], below: ["VOL"] };

const known = <T extends string>(all: readonly T[], told: unknown, usual: readonly T[]) =>
  Array.isArray(told) ? all.filter((name) => told.includes(name)) : usual;

export function readChartSettings(): ChartSettings {
  try {
    const told: unknown = JSON.parse(platform.storage.get(KEY) ?? "{}");
    const { style, over, below } = (told ?? {}) as Record<string, unknown>;
    return {
      style: STYLES.find((name) => name === style) ?? USUAL.style,
      over: known(OVER, over, USUAL.over),
      // The order in which they were chosen says which one makes room for another.
      below: Array.isArray(below)
        ? [...new Set(below)].filter((name): name is Below => BELOW.includes(name))
        : USUAL.below,
    };
  } catch {
    return USUAL;
  }
}

export function useChartSettings() {
  const [settings, setSettings] = useState(readChartSettings);
  const change = (part: Partial<ChartSettings>) => {
    const next = { ...settings, ...part };
    platform.storage.set(KEY, JSON.stringify(next));
    setSettings(next);
  };
  return { settings, change };
}

/** So many panes fit beneath the prices: on a phone, however it is held, two. */
export const panesThatFit = () =>
  Math.min(window.innerWidth, window.innerHeight) < 600 ? 2 : BELOW.length;

/** What is shown where so many panes fit: those that were chosen last, in the order of the list. */
export function fitting(below: readonly Below[], room: number): Below[] {
  const latest = below.slice(-room);
  return BELOW.filter((name) => latest.includes(name));
}

/** The list with one more indicator, or without it. What no longer fits is dropped. */
export function toggled(below: readonly Below[], name: Below, room: number): Below[] {
  const others = below.filter((other) => other !== name);
  return fitting(below, room).includes(name) ? others : [...others, name].slice(-room);
}

/** How a period is drawn. The day's course is one line, which nothing is laid over. */
export function shownOf({ style, over, below }: ChartSettings, period: Period, room: number) {
  const isCourse = period === "intraday";
  return {
    style: isCourse && style === "candles" ? ("area" as const) : style,
    over: isCourse ? [] : over,
    below: fitting(below, room),
  };
}

export type Shown = ReturnType<typeof shownOf>;
