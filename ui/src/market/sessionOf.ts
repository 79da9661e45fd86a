import type { InstrumentDetail } from "@/api/market";
import type { Session } from "@/ui";

/** What the market of an instrument does now. A pause within its day is not the end of it. */
export function sessionOf({ openAroundTheClock, isOnBreak, quote }: InstrumentDetail): Session {
  if (openAroundTheClock) return "regular";
  return isOnBreak ? "lunch" : quote.session;
}
