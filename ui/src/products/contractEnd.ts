import type { Listing } from "@/api/market";
import { daysUntil, todayOf } from "@/ui/time";

/** The days of a contract that matter to who holds it; those of its exchange. */
export interface ContractDays {
  lastTradeDay: string;
  /** From this day on nothing is opened; null if unknown. */
  lastOpenDay: string | null;
  isCashSettled: boolean;
}

/** The days before an end at which it is pointed out. */
const SOON_DAYS = 5;

/**
 * The end of a position in a contract: its last trading day, or the day at whose settlement it is closed, so that nobody
 * is asked to take delivery.
 */
export function contractEnd(
  of: Listing,
  { lastTradeDay, lastOpenDay, isCashSettled }: ContractDays,
) {
  const today = todayOf(of);
  const isClosedEarly = !isCashSettled && lastOpenDay !== null;
  const day = isClosedEarly ? lastOpenDay : lastTradeDay;
  const daysLeft = Math.max(0, daysUntil(day, today));
  return {
    day,
    daysLeft,
    /** True if the position is closed by us, and not ended by the contract. */
    isClosedEarly,
    /** True while nothing can be opened any more. */
    isClosingOnly: lastOpenDay !== null && daysUntil(lastOpenDay, today) <= 0,
    hasEnded: daysUntil(lastTradeDay, today) < 0,
    /** The earlier day from which nothing is opened, where the end does not say it. */
    closeOnlyFrom: lastOpenDay === day ? null : lastOpenDay,
    isSoon: daysLeft <= SOON_DAYS,
  };
}
