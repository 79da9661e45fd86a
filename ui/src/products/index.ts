import { type AssetClass, classOf, type FutureTerms, type Instrument } from "@/api/market";
import { type ScreenName, to } from "@/screens";
import { type Figure, formatDecimal } from "@/ui/format";
import { crypto } from "./crypto";
import { forex } from "./forex";
import { future } from "./future";
import { hkStock } from "./hkStock";
import { instrumentQuery } from "./instrumentQuery";
import type { Kind } from "./kind";
import { TICKETS, type TicketName } from "./tickets";
import { usStock } from "./usStock";
import { index } from "./watched";

export { classOf } from "@/api/market";
export type { Kind, QuotePanel } from "./kind";
export { lastsOf, TICKETS, type TicketName, type TradingWallet } from "./tickets";

/** The currency of sums over accounts. Among amounts of several currencies, only others are labelled. */
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

const ticketNames = Object.keys(TICKETS) as TicketName[];

/** The usual way to deal in an instrument; undefined for one that can only be watched. */
export const usualTicket = ({ assetClass }: OfClass): TicketName | undefined =>
  ticketNames.find((name) => TICKETS[name].of === assetClass);

/** The way to deal in an instrument that a screen is for, or else the usual one. */
export const ticketOn = (screen: ScreenName | undefined, instrument: OfClass) =>
  ticketNames.find(
    (name) => TICKETS[name].of === instrument.assetClass && TICKETS[name].screen === screen,
  ) ?? usualTicket(instrument);

/** The usual ticket of an instrument; throws for one that can only be watched. */
export function ticketOf(instrument: OfClass): (typeof TICKETS)[TicketName] {
  const name = usualTicket(instrument);
  if (!name) throw new Error(`${instrument.assetClass} can only be watched`);
  return TICKETS[name];
}

/** The class whose orders an account pays for; undefined for any other account. */
export const classPaidFrom = (account: string): AssetClass | undefined =>
  Object.values(TICKETS).find(({ wallet }) => wallet === account)?.of;

/** The displayed code of an instrument. */
export const codeOf = (instrument: Symbolic): string =>
  kindOf(instrument).code?.(instrument.symbol) ?? instrument.symbol;

/** The code in which quantities are counted: the base currency of a pair, or a coin's own; undefined without one. */
export const unitOf = (of: OfClass & { symbol: string; baseCurrency: string | null }) =>
  of.baseCurrency ?? kindOf(of).coin?.(of.symbol);

/** The value of one unit of an instrument at a price of one: of a future what a point is worth. */
export const multiplierOf = ({ future: terms }: { future?: FutureTerms | undefined }) =>
  terms?.multiplier ?? "1";

/** The title of an instrument: first its better-known name or code, then the other. */
export function titleOf(instrument: Symbolic & { name: string }) {
  const { name } = instrument;
  const code = codeOf(instrument);
  return kindOf(instrument).code ? { first: code, second: name } : { first: name, second: code };
}

/** The address of an instrument's quote screen. */
export const quoteAddress = (instrument: Instrument) =>
  to(kindOf(instrument).quote, instrumentQuery(instrument));

/**
 * The address of the usual ticket for an instrument. It opens with a side: 0 buys or goes long, 1 sells or goes short.
 * Without a ticket it is the quote's.
 */
export function ticketAddress(instrument: Instrument, direction: 0 | 1) {
  const name = usualTicket(instrument);
  return name
    ? to(TICKETS[name].screen, { ...instrumentQuery(instrument), direction })
    : quoteAddress(instrument);
}

/** The decimals of prices of which nothing else is known. */
const LEAST_DECIMALS = 2;

/** The format of an instrument's prices: the least number of decimals, and those of a pip. */
export function priceLook(instrument: Symbolic, price: Figure) {
  const { priceDecimals, usualDecimals, pipDecimals } = kindOf(instrument);
  const { symbol, priceDigits } = instrument;
  const decimals =
    priceDecimals?.(symbol, price) ??
    priceDigits ??
    usualDecimals?.(price, symbol) ??
    LEAST_DECIMALS;
  return { decimals, pip: pipDecimals?.(symbol) };
}

/** The price step if the server has not sent one: the smallest displayed. */
export const smallestTick = (instrument: Symbolic, price: Figure) =>
  `0.${"1".padStart(priceLook(instrument, price).decimals, "0")}`;

/** A price of an instrument as text. A calculated price, such as a liquidation, is rounded to the smallest step. */
export function formatPriceOf(instrument: Symbolic, price: Figure): string {
  const { decimals } = priceLook(instrument, price);
  const { onMargin } = kindOf(instrument);
  return formatDecimal(price, { min: decimals, ...(onMargin ? { max: decimals } : {}) });
}

/** The decimals of an average, as brokers show it. */
const AVERAGE_DECIMALS = 3;

/**
 * An average price as text. That of a fraction of a share is worked out from its rounded value, and has more decimals
 * than anybody paid.
 */
export function formatAverageOf(instrument: Symbolic, price: Figure): string {
  const { decimals, pip } = priceLook(instrument, price);
  const max = pip === undefined ? Math.max(decimals, AVERAGE_DECIMALS) : decimals;
  return formatDecimal(price, { min: decimals, max });
}

/** The kind of a market's instruments. */
export const kindOfMarket = (market: string | undefined): Kind => KINDS[classOf(market)];
