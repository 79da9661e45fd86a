import type { InstrumentDetail } from "@/api/market";
import type { Session } from "@/ui";
import { formatOnExchange } from "@/ui/time";

const HOUR_MS = 3_600_000;
/** When markets that pause at noon open again, on their own clocks. */
const AFTERNOONS: Record<string, string> = { HK: "13" };

/** What a market does now. A pause at noon is a closed session that ends with the afternoon, within the hour. */
export function sessionOf(instrument: InstrumentDetail, now: number): Session {
  const { openAroundTheClock, quote, sessionOpensAt, market } = instrument;
  if (openAroundTheClock) return "regular";
  const left = sessionOpensAt - now;
  const isSoon = left > 0 && left <= HOUR_MS;
  if (quote.session !== "closed" || !isSoon) return quote.session;
  const hour = formatOnExchange(sessionOpensAt, "en", market, {
    hour: "2-digit",
    hourCycle: "h23",
  });
  return AFTERNOONS[market] === hour ? "lunch" : "closed";
}
