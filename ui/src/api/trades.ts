import type { MarketTrade } from "./market";
import type { Wire } from "./wire";

/** The parts of a trade come in a row, of which the API's document cannot tell the types. */
function decodeTrade(wire: Wire["TradeRow"]): MarketTrade {
  const [at, price, size, side] = wire as [number, string, string, MarketTrade["side"]];
  return { at, price, size, side };
}

/** Newest first. */
export const decodeTrades = (wire: Wire["TradeRow"][]) => wire.map(decodeTrade);
