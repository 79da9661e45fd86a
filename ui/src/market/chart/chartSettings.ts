import { useState } from "react";
import type { AssetClass } from "@/api/market";
import { platform } from "@/platform";
import { BELOW, type Below, OVER, type Over } from "../indicators/catalog";
import { type Period, periods } from "./periods";

const KEY = "chart";

export const STYLES = ["candles", "line", "area"] as const;
export type ChartStyle = (typeof STYLES)[number];

/** The customer's chart settings. Each device stores its own. */
export interface ChartSettings {
  style: ChartStyle;
  period: Period;
  over: readonly Over[];
  /** In the order of choice, the latest last. */
  below: readonly Below[];
}

/** The settings in the sheet; the period is chosen above the chart. */
export type ChartLook = Omit<ChartSettings, "period">;

const USUAL: ChartSettings = { style: "candles", period: "1D", over: ["MA"], below: ["VOL"] };

type Kept = Record<string, unknown>;

const known = <T extends string>(all: readonly T[], told: unknown, usual: readonly T[]) =>
  Array.isArray(told) ? all.filter((name) => told.includes(name)) : usual;

const object = (told: unknown): Kept =>
  typeof told === "object" && told !== null ? (told as Kept) : {};

function readKept(): Kept {
  try {
    return object(JSON.parse(platform.storage.get(KEY) ?? "{}"));
  } catch {
    return {};
  }
}

/** The indicators are one setting for all charts; style and period are set for each class of instruments. */
export function readChartSettings(of: AssetClass): ChartSettings {
  const { style: before, over, below, classes } = readKept();
  const { style = before, period } = object(object(classes)[of]);
  return {
    style: STYLES.find((name) => name === style) ?? USUAL.style,
    period: periods.find((name) => name === period) ?? USUAL.period,
    over: known(OVER, over, USUAL.over),
    // Their order decides which one makes room for another.
    below: Array.isArray(below)
      ? [...new Set(below)].filter((name): name is Below => BELOW.includes(name))
      : USUAL.below,
  };
}

export function useChartSettings(of: AssetClass) {
  const [settings, setSettings] = useState(() => readChartSettings(of));
  const change = (part: Partial<ChartSettings>) => {
    const next = { ...settings, ...part };
    const { style, period, over, below } = next;
    const kept = readKept();
    const classes = { ...object(kept.classes), [of]: { style, period } };
    platform.storage.set(KEY, JSON.stringify({ ...kept, over, below, classes }));
    setSettings(next);
  };
  return { settings, change };
}

/** The number of panes that fit beneath the prices: two on a phone in either orientation. */
export const panesThatFit = () =>
  Math.min(window.innerWidth, window.innerHeight) < 600 ? 2 : BELOW.length;

/** The panes shown if `room` fit: the latest chosen ones, in the order of the list. */
export function fitting(below: readonly Below[], room: number): Below[] {
  const latest = below.slice(-room);
  return BELOW.filter((name) => latest.includes(name));
}

/** Adds an indicator to the list, or removes it. Those that no longer fit are dropped. */
export function toggled(below: readonly Below[], name: Below, room: number): Below[] {
  const others = below.filter((other) => other !== name);
  return fitting(below, room).includes(name) ? others : [...others, name].slice(-room);
}

/** The look of a period. An intraday chart is one line without overlays. */
export function shownOf({ style, period, over, below }: ChartSettings, room: number) {
  const isCourse = period === "intraday";
  return {
    style: isCourse && style === "candles" ? ("area" as const) : style,
    over: isCourse ? [] : over,
    below: fitting(below, room),
  };
}

export type Shown = ReturnType<typeof shownOf>;
