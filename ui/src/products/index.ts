import { type AssetClass, assetClasses, classOf, type Instrument } from "@/api/market";
import { instrumentQuery } from "@/instrumentQuery";
import { to } from "@/screens";
import { type Figure, formatDecimal } from "@/ui/format";
import { forex } from "./forex";
import { hkStock } from "./hkStock";
import type { Kind, Ticket } from "./kind";
import { usStock } from "./usStock";
import { crypto, future, index } from "./watched";

export { classOf } from "@/api/market";
export type { Kind, QuotePanel, Ticket, TicketPanel, TradingWallet } from "./kind";

/** What accounts are summed up in. Where amounts of several currencies stand together, those of others say theirs. */
export const HOME_CURRENCY = "USD";

/** Every kind of product, one line each. */
const KINDS: Record<AssetClass, Kind> = {
  usStock,
  hkStock,
  forex,
  index,
  future,
  crypto,
};

type OfClass = Pick<Instrument, "assetClass">;
type Symbolic = Pick<Instrument, "assetClass" | "symbol"> & { priceDigits?: number };

export const kindOf = ({ assetClass }: OfClass): Kind => KINDS[assetClass];

/** How an instrument is ordered and paid for: asked only of what has a ticket. */
export function ticketOf(instrument: OfClass): Ticket {
  const { ticket } = kindOf(instrument);
  if (!ticket) throw new Error(`${instrument.assetClass} can only be watched`);
  return ticket;
}

/** The class whose orders an account pays for; undefined of an account that pays for none. */
export const classPaidFrom = (account: string): AssetClass | undefined =>
  assetClasses.find((assetClass) => KINDS[assetClass].ticket?.wallet === account);

/** The code of an instrument as people write it. */
export const codeOf = (instrument: Symbolic): string =>
  kindOf(instrument).code?.(instrument.symbol) ?? instrument.symbol;

/** How an instrument is called: first what people know it by, its name or its code, and then the other one. */
export function titleOf(instrument: Symbolic & { name: string }) {
  const { name } = instrument;
  const code = codeOf(instrument);
  return kindOf(instrument).code ? { first: code, second: name } : { first: name, second: code };
}

/** The address of an instrument's quote screen. */
export const quoteAddress = (instrument: Instrument) =>
  to(kindOf(instrument).quote, instrumentQuery(instrument));

/**
 * The address of the ticket for an instrument. It opens with a side: 0 buys or goes long, 1 sells or goes short. What
 * has no ticket has its quote.
 */
export function ticketAddress(instrument: Instrument, direction: 0 | 1) {
  const { ticket } = kindOf(instrument);
  return ticket
    ? to(ticket.screen, { ...instrumentQuery(instrument), direction })
    : quoteAddress(instrument);
}

/** How prices of an instrument are written: with how many decimals at least, and where a pip ends. */
export function priceLook(instrument: Symbolic, price: Figure) {
  const { priceDecimals, pipDecimals } = kindOf(instrument);
  const { symbol, priceDigits = 2 } = instrument;
  return { decimals: priceDecimals?.(symbol, price) ?? priceDigits, pip: pipDecimals?.(symbol) };
}

/** The step of prices where the server has not said it: the smallest that they are written with. */
export const smallestTick = (instrument: Symbolic, price: Figure) =>
  `0.${"1".padStart(priceLook(instrument, price).decimals, "0")}`;

/** A price of an instrument as text. What was worked out, such as where a position is closed, ends with the smallest step. */
export function formatPriceOf(instrument: Symbolic, price: Figure): string {
  const { decimals, pip } = priceLook(instrument, price);
  return formatDecimal(price, { min: decimals, ...(pip === undefined ? {} : { max: decimals }) });
}

/** The kind of what a market trades. */
export const kindOfMarket = (market: string | undefined): Kind => KINDS[classOf(market)];
