import { DAY_MS, HOUR_MS, zoneOffset } from "@/ui/time";

/** By what an exchange begins its days. */
export interface DayClock {
  /** The zone in which it tells its times. */
  timeZone: string;
  /** Its trading days begin in the evening before their date, as those of futures and pairs do. */
  fromEvening?: boolean;
}

/** The last hours of a date belong to the day after where days begin in the evening: nowhere before five o'clock. */
const EVENING_MS = 7 * HOUR_MS;

const offsets = new Map<string, Map<number, number>>();

/** How far the clock of a zone is ahead of UTC in the hour of a moment. To find it out is slow, and charts ask for each bar. */
export function offsetAt(moment: number, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  const hour = Math.floor(moment / HOUR_MS);
  const offset = known.get(hour) ?? zoneOffset(hour * HOUR_MS, timeZone);
  known.set(hour, offset);
  return offset;
}

/** The trading day that a moment lies in, as a number that no other day has. */
export function tradingDayAt(moment: number, { timeZone, fromEvening = false }: DayClock): number {
  const there = moment + offsetAt(moment, timeZone) + (fromEvening ? EVENING_MS : 0);
  return Math.floor(there / DAY_MS);
}
