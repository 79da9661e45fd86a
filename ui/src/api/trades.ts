import type { MarketTrade } from "./market";
import type { Wire } from "./wire";

/** The parts of a trade come in a row, of which the API's document cannot tell the types. */
function decodeTrade(wire: Wire["TradeRow"]): MarketTrade {
  const [at, price, size, side] = wire as [number, string, string, MarketTrade["side"]];
  return { at, price, size, side };
}

/** Newest first. */
export const decodeTrades = (wire: Wire["TradeRow"][]) => wire.map(decodeTrade);

/** Trades that are kept; more are on no screen. */
const KEPT = 50;

/** What the socket tells of trades, the newest first: those that have come, or at first the newest there were. */
export const decodePushedTrades = (data: unknown) =>
  decodeTrades((data as { trades: Wire["TradeRow"][] }).trades);

/** The trades with those that have come since. */
export const addTrades = (trades: MarketTrade[], data: unknown) =>
  [...decodePushedTrades(data), ...trades].slice(0, KEPT);
