import type { Listing, MarketSession } from "./market";
import { moment, momentOrNull, type Wire } from "./wire";

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
  /** What of its instruments is halted or trades within a band now. */
  halts: Wire["HaltedInstrument"][];
}

const decodeStatus = (wire: Wire["MarketStatus"]): MarketStatus => ({
  session: wire.session,
  isOnBreak: wire.onBreak,
  opensAt: momentOrNull(wire.opensTimestamp),
  closesAt: momentOrNull(wire.closesTimestamp),
  holiday: wire.holiday ?? null,
  openAroundTheClock: wire.openAroundTheClock,
  halts: wire.halts,
});

/** Why an instrument is not traded, or only within a band, and until when. */
export interface Halted {
  kind: Wire["HaltOrRestraint"];
  since: number;
  /** Null where nobody knows yet. */
  until: number | null;
  /** The band that it is traded within; null where it is not traded. */
  band: { lower: string; upper: string } | null;
}

/** How one instrument is halted or restrained; null while it is not. */
export function haltedOf({ halts }: MarketStatus, { market, symbol }: Listing): Halted | null {
  const wire = halts.find((halt) => halt.market === market && halt.stockCode === symbol);
  if (!wire) return null;
  const { lowerPrice: lower, upperPrice: upper } = wire;
  return {
    kind: wire.kind,
    since: moment(wire.sinceTimestamp),
    until: momentOrNull(wire.resumesTimestamp),
    band: lower && upper ? { lower, upper } : null,
  };
}

/** What the socket tells of one calendar; null where it knows nothing of it. */
export function decodePushedStatus(data: unknown): MarketStatus | null {
  const [item] = (data as { items: Wire["MarketStatus"][] }).items;
  return item ? decodeStatus(item) : null;
}
