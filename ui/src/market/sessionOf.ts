import type { MarketStatus } from "@/api/marketStatus";
import type { Session } from "@/ui";

/** What a market does now. A pause within its day is not the end of it. */
export function sessionOf({ openAroundTheClock, isOnBreak, session }: MarketStatus): Session {
  if (openAroundTheClock) return "regular";
  return isOnBreak ? "lunch" : session;
}
