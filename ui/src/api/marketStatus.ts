import type { MarketSession } from "./market";
import { momentOrNull, type Wire } from "./wire";

/** What the exchange of an instrument does now, and what comes next. */
export interface MarketStatus {
  session: MarketSession;
  /** Whether the day pauses now and will go on. */
  isOnBreak: boolean;
  /** When regular hours begin or go on next. */
  opensAt: number | null;
  /** When a day's regular hours end next. */
  closesAt: number | null;
  /** The holiday for which it is closed today, in each language; null on others, and where its name is not known. */
  holiday: Wire["HolidayName"] | null;
  /** Whether it never closes, or this server keeps no hours. */
  openAroundTheClock: boolean;
}

const decodeStatus = (wire: Wire["MarketStatus"]): MarketStatus => ({
  session: wire.session,
  isOnBreak: wire.onBreak,
  opensAt: momentOrNull(wire.opensTimestamp),
  closesAt: momentOrNull(wire.closesTimestamp),
  holiday: wire.holiday ?? null,
  openAroundTheClock: wire.openAroundTheClock,
});

/** What the socket tells of one calendar; null where it knows nothing of it. */
export function decodePushedStatus(data: unknown): MarketStatus | null {
  const [item] = (data as { items: Wire["MarketStatus"][] }).items;
  return item ? decodeStatus(item) : null;
}
