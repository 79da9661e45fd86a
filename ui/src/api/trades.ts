import type { MarketTrade } from "./market";
import type { Wire } from "./wire";

/** A trade is a tuple, whose types the API's document cannot express. */
function decodeTrade(wire: Wire["TradeRow"]): MarketTrade {
  const [at, price, size, side] = wire as [number, string, string, MarketTrade["side"]];
  return { at, price, size, side };
}

/** Newest first. */
export const decodeTrades = (wire: Wire["TradeRow"][]) => wire.map(decodeTrade);

/** The number of trades kept; no screen shows more. */
const KEPT = 50;

/** Reads trades from a push, the newest first: new ones, or in the first push the newest so far. */
export const decodePushedTrades = (data: unknown) =>
  decodeTrades((data as { trades: Wire["TradeRow"][] }).trades);

/** The trades with the pushed ones before them. */
export const addTrades = (trades: MarketTrade[], data: unknown) =>
  [...decodePushedTrades(data), ...trades].slice(0, KEPT);
