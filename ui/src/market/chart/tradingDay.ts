import { DAY_MS, HOUR_MS, zoneOffset } from "@/ui/time";

/** The clock that defines an exchange's days. */
export interface DayClock {
  /** The time zone of the exchange. */
  timeZone: string;
  /** True if trading days begin in the evening before their date, as for futures and pairs. */
  fromEvening?: boolean;
}

/** If days begin in the evening, the last hours of a date belong to the next day: nowhere before 17:00. */
const EVENING_MS = 7 * HOUR_MS;

const offsets = new Map<string, Map<number, number>>();

/**
 * The offset of a zone from UTC in the hour of a moment. It is cached: the calculation is slow, and charts need it for
 * each bar.
 */
export function offsetAt(moment: number, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, known);
  const hour = Math.floor(moment / HOUR_MS);
  const offset = known.get(hour) ?? zoneOffset(hour * HOUR_MS, timeZone);
  known.set(hour, offset);
  return offset;
}

/** The trading day of a moment, as a unique number. */
export function tradingDayAt(moment: number, { timeZone, fromEvening = false }: DayClock): number {
  const there = moment + offsetAt(moment, timeZone) + (fromEvening ? EVENING_MS : 0);
  return Math.floor(there / DAY_MS);
}
