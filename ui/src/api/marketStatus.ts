import type { Listing, MarketSession } from "./market";
import { moment, momentOrNull, type Wire } from "./wire";

/** The session of an instrument's exchange, and the next one. */
export interface MarketStatus {
  session: MarketSession;
  /** True during a break within the day. */
  isOnBreak: boolean;
  /** The next start or resumption of regular hours. */
  opensAt: number | null;
  /** The next end of a day's regular hours. */
  closesAt: number | null;
  /** Today's holiday, in each language; null on other days, and if its name is unknown. */
  holiday: Wire["HolidayName"] | null;
  /** True if the market never closes, or this server ignores trading hours. */
  openAroundTheClock: boolean;
  /** The instruments that are halted or restricted to a price band now. */
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

/** A halt of an instrument or a restriction to a price band, with its reason and its end. */
export interface Halted {
  kind: Wire["HaltOrRestraint"];
  since: number;
  /** Null while the end is unknown. */
  until: number | null;
  /** The price band for trading; null during a halt. */
  band: { lower: string; upper: string } | null;
}

/** The halt or restriction of one instrument; null without one. */
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

/** Reads the pushed status of one calendar; null if the push has none. */
export function decodePushedStatus(data: unknown): MarketStatus | null {
  const [item] = (data as { items: Wire["MarketStatus"][] }).items;
  return item ? decodeStatus(item) : null;
}
