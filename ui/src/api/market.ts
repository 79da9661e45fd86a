import type { Auction, Offer } from "./offerTerms";
import { momentOrNull, type Wire } from "./wire";

export type MarketSession = Wire["MarketSession"];

/** Every class of instruments: its number in the API and in published addresses, and its market's name in both. */
const CLASSES = {
  usStock: [0, "UsStock"],
  hkStock: [11, "HK"],
  future: [3, "Future"],
  index: [99, "Index"],
  forex: [2, "Forex"],
  crypto: [7, "Crypto"],
} as const satisfies Record<string, readonly [Wire["Source"], string]>;
export type AssetClass = keyof typeof CLASSES;

export const assetClasses = Object.keys(CLASSES) as AssetClass[];

export const encodeMarket = (assetClass: AssetClass) => CLASSES[assetClass][1];

/** The class that a market trades; undefined for an unknown market. */
export const decodeMarket = (market: string | undefined): AssetClass | undefined =>
  assetClasses.find((known) => encodeMarket(known) === market);

/** The number of a class in the API and in published addresses. */
export const encodeAssetClass = (assetClass: AssetClass) => CLASSES[assetClass][0];

/** The identity of an instrument in calls and topics. */
export interface Listing {
  symbol: string;
  market: string;
}

/** An instrument with its name, as links carry it. */
export interface Instrument extends Listing {
  name: string;
  assetClass: AssetClass;
}

/** The newest state of a market. A figure is null if there is none: before the first tick, or without a bid. */
export interface Quote {
  last: string | null;
  /** The change since the previous close. */
  change: string | null;
  changePercent: string | null;
  bid: string | null;
  ask: string | null;
  bidSize: string | null;
  askSize: string | null;
  open: string | null;
  high: string | null;
  low: string | null;
  /** Units traded in the session. */
  volume: string | null;
  feed: string | null;
  /** The exchange's time of the quote. */
  at: number | null;
  session: MarketSession;
  /** True if too old to trade on. */
  stale: boolean;
}

/** An instrument in a list. */
export interface ListedInstrument extends Instrument {
  id: string;
  exchange: string;
  industry: string;
  /** The currency of its prices. */
  currency: string;
  /** The base currency of a pair; null for other instruments. */
  baseCurrency: string | null;
  /** Quantities are multiples of it. */
  lotSize: string;
  tradable: boolean;
  /** The start of a halt, by an operator, for a split or by the exchange; null while it is traded. */
  haltedAt: number | null;
  /** True for the month of a future with the greatest open interest. */
  isMainMonth: boolean;
  /** The least number of decimals of its prices. */
  priceDigits: number;
  previousClose: string | null;
  /** The newest daily closes and the present price, oldest first. */
  recentCloses: string[];
  /** The value of the day's volume when the list was read; null for untraded instruments. */
  turnover: string | null;
  /** The quote when the list was read; ticks arrive over the socket. */
  quote: Quote;
  /** The terms of a future; only in its own lists and its detail. */
  future?: FutureTerms | undefined;
  /** The readings of a coin; only in its own list. */
  readings?: CoinReadings | undefined;
}

/** The terms of a future of one month. Days are those of its exchange: `2026-12-18`. */
export interface FutureTerms {
  lastTradeDay: string;
  /** From this day on a long position may have to take delivery; null if nothing is delivered. */
  firstNoticeDay: string | null;
  /** From this day on no position is opened, and at its settlement one with delivery is closed; null if unknown. */
  lastOpenDay: string | null;
  /** The value of one point of the price. */
  multiplier: string | null;
  /** True if the difference is paid at the end, and nothing delivered. */
  isCashSettled: boolean;
  previousSettle: string | null;
  /** Open contracts at the end of the day before. */
  openInterest: string | null;
  /** The change of open interest from the day before that. */
  openInterestChange: string | null;
}

/** Readings from the newest daily closes of a coin; null if there are too few. */
export interface CoinReadings {
  trend: "up" | "down" | "sideways" | null;
  /** The relative strength index of fourteen days, from 0 to 100. */
  strength: string | null;
  /** In percent per year. */
  volatility: string | null;
}

/** A trade on the market. */
export interface MarketTrade {
  at: number;
  price: string;
  size: string;
  /** The aggressor: a buyer at the ask, or a seller at the bid. */
  side: "buy" | "sell";
}

export interface Level {
  price: string;
  size: string;
}

/** An instrument with its rules and its book. */
export interface InstrumentDetail extends ListedInstrument {
  watched: boolean;
  /** Best first. */
  bids: Level[];
  asks: Level[];
  tickSize: string | null;
  /** The step of quantities that are no multiple of `lotSize`; null if there are none. */
  fractionStep: string | null;
  amplitude: string | null;
  week52High: string | null;
  week52Low: string | null;
  marketCap: string | null;
  openAroundTheClock: boolean;
  /** The name of its trading calendar; empty if it never closes. */
  calendar: string;
  /** The time zone of the exchange, such as `America/New_York`. */
  timeZone: string;
  /** The next start or resumption of regular hours; null during them. */
  sessionOpensAt: number | null;
  /** True during a break within the day. */
  isOnBreak: boolean;
  sessionClosesAt: number;
  /** Trading days until a trade settles; null for instruments that cannot be traded. */
  settlementDays: number | null;
  /** The settlement time of a trade made now; null if nothing changes hands. */
  settlesAt: number | null;
  /** How far from the quote, or from its stop, a market order is filled at most, in percent; null if it cannot be traded. */
  marketRange: string | null;
  /** The terms for positions on margin. */
  margin: MarginTerms | null;
  /** The offer of a new stock. */
  offer?: Offer | undefined;
  /** The auction of a stock that opens or reopens with one. */
  auction?: Auction | undefined;
  /** Present while trading is halted. */
  halt?: Halt | undefined;
}

/** The reason for and the end of a trading halt. */
export interface Halt {
  /** Null while the end is unknown. */
  resumesAt: number | null;
  /** True if limit orders are accepted, to wait. */
  takesLimitOrders: boolean;
}

/** The terms of positions on margin. */
export interface MarginTerms {
  /** The highest leverage that a customer may choose. */
  leverageCap: string;
  /** A position is liquidated when its margin plus its profit falls to this share of its first margin, in percent. */
  closeOutPercent: string;
  financing: Financing | null;
  /** The margins of a future, in percent of the contract's value. */
  ofValue?: { initial: string; maintenance: string };
}

/** The financing of the next night, in percent per year of the position; negative for a cost. */
export interface Financing {
  long: string;
  short: string;
  at: number;
  /** The number of nights charged then. */
  nights: number;
}

/** The trades of one period. Prices and volume are decimal text. */
export interface Bar {
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
}

export const encodeListing = ({ symbol, market }: Listing) => ({ stockCode: symbol, market });

type WireInstrument = Pick<Wire["StockRow"], "stock_code" | "market" | "name">;

/** The class that a market trades; US stocks for an unknown market. */
export const classOf = (market: string | undefined): AssetClass =>
  decodeMarket(market) ?? "usStock";

export const decodeUnnamed = (wire: Omit<WireInstrument, "name">): Omit<Instrument, "name"> => ({
  symbol: wire.stock_code,
  market: wire.market,
  assetClass: classOf(wire.market),
});

export const decodeInstrument = (wire: WireInstrument): Instrument => ({
  ...decodeUnnamed(wire),
  name: wire.name,
});

type WireQuote = Pick<
  Wire["StockRow"],
  | "price_nominal"
  | "change"
  | "change_ratio"
  | "bid"
  | "ask"
  | "bidSize"
  | "askSize"
  | "open"
  | "high"
  | "low"
  | "volume"
  | "feed"
  | "quoteTimestamp"
  | "session"
  | "stale"
>;

const decodeQuote = (wire: WireQuote): Quote => ({
  last: wire.price_nominal ?? null,
  change: wire.change ?? null,
  changePercent: wire.change_ratio ?? null,
  bid: wire.bid ?? null,
  ask: wire.ask ?? null,
  bidSize: wire.bidSize ?? null,
  askSize: wire.askSize ?? null,
  open: wire.open ?? null,
  high: wire.high ?? null,
  low: wire.low ?? null,
  volume: wire.volume ?? null,
  feed: wire.feed ?? null,
  at: momentOrNull(wire.quoteTimestamp),
  session: wire.session,
  stale: wire.stale,
});

/** Reads the whole quote that is pushed first. */
export const decodePushedQuote = (data: unknown) => decodeQuote(data as WireQuote);

/** Writes pushed changes into a quote. Hundreds arrive per second, so it allocates nothing. */
export function updateQuote(quote: Quote, data: unknown): void {
  const change = data as Partial<WireQuote>;
  if (change.price_nominal !== undefined) quote.last = change.price_nominal;
  if (change.change !== undefined) quote.change = change.change;
  if (change.change_ratio !== undefined) quote.changePercent = change.change_ratio;
  if (change.bid !== undefined) quote.bid = change.bid;
  if (change.ask !== undefined) quote.ask = change.ask;
  if (change.bidSize !== undefined) quote.bidSize = change.bidSize;
  if (change.askSize !== undefined) quote.askSize = change.askSize;
  if (change.open !== undefined) quote.open = change.open;
  if (change.high !== undefined) quote.high = change.high;
  if (change.low !== undefined) quote.low = change.low;
  if (change.volume !== undefined) quote.volume = change.volume;
  if (change.feed !== undefined) quote.feed = change.feed;
  if (change.quoteTimestamp !== undefined) quote.at = momentOrNull(change.quoteTimestamp);
  if (change.session !== undefined) quote.session = change.session;
  if (change.stale !== undefined) quote.stale = change.stale;
}

export const decodeListed = (wire: Wire["StockRow"]): ListedInstrument => ({
  symbol: wire.stock_code,
  market: wire.market,
  name: wire.name,
  assetClass: classOf(wire.market),
  id: wire.id,
  exchange: wire.exchange,
  industry: wire.classify,
  currency: wire.currency,
  baseCurrency: wire.baseCurrency ?? null,
  lotSize: wire.lotSize,
  tradable: wire.tradable,
  haltedAt: momentOrNull(wire.haltedTimestamp),
  isMainMonth: wire.mainMonth ?? false,
  priceDigits: wire.priceDigits,
  previousClose: wire.prevClose ?? null,
  recentCloses: wire.indicatorsQuoteClose,
  turnover: wire.turnover ?? null,
  quote: decodeQuote(wire),
});

export const decodeListedAll = (wire: Wire["StockRow"][]) => wire.map(decodeListed);

/** A bar is a tuple, whose types the API's document cannot express. */
export function decodeBar(wire: Wire["Candle"]): Bar {
  const [start, open, high, low, close, volume] = wire as [
    start: number,
    open: string,
    high: string,
    low: string,
    close: string,
    volume: string,
  ];
  return { start, open, high, low, close, volume };
}

export const decodeBars = (wire: Wire["Candle"][]) => wire.map(decodeBar);
