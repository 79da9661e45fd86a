import type { MarketStatus } from "@/api/marketStatus";
import type { Session } from "@/ui";

/** The present session of a market. A break within its day is not its end. */
export function sessionOf({ openAroundTheClock, isOnBreak, session }: MarketStatus): Session {
  if (openAroundTheClock) return "regular";
  return isOnBreak ? "lunch" : session;
}
