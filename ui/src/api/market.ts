import type { Auction, Offer } from "./offerTerms";
import { momentOrNull, type Wire } from "./wire";

export type MarketSession = Wire["MarketSession"];

/** Every class of instruments: its number in the API and in published addresses, and what both call its market. */
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

/** What a market trades; undefined of one that is not known. */
export const decodeMarket = (market: string | undefined): AssetClass | undefined =>
  assetClasses.find((known) => encodeMarket(known) === market);

/** The number that the API and published addresses have for a class. */
export const encodeAssetClass = (assetClass: AssetClass) => CLASSES[assetClass][0];

/** What a call or a topic needs to find an instrument. */
export interface Listing {
  symbol: string;
  market: string;
}

/** An instrument by name, as links to it carry it. */
export interface Instrument extends Listing {
  name: string;
  assetClass: AssetClass;
}

/** The newest state of a market. A figure is null while there is none: before the first tick, or without a bid. */
export interface Quote {
  last: string | null;
  /** Since the previous close. */
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
  /** When the exchange had it. */
  at: number | null;
  session: MarketSession;
  /** Too old to trade on. */
  stale: boolean;
}

/** An instrument in a list. */
export interface ListedInstrument extends Instrument {
  id: string;
  exchange: string;
  industry: string;
  /** What its prices are in. */
  currency: string;
  /** Of a pair, the currency that is counted; null for everything else. */
  baseCurrency: string | null;
  /** Quantities are multiples of it. */
  lotSize: string;
  tradable: boolean;
  /** Since when nothing of it is traded, by an operator, for a split or by its exchange; null while it is. */
  haltedAt: number | null;
  /** Of a future, the month in which most contracts are open. */
  isMainMonth: boolean;
  /** The least decimals of its prices. */
  priceDigits: number;
  previousClose: string | null;
  /** The newest daily closes and the present price, oldest first. */
  recentCloses: string[];
  /** What the day's volume is worth, as it was when the list was read; null for what is not traded. */
  turnover: string | null;
  /** As it was when the list was read; ticks come over the socket. */
  quote: Quote;
  /** Of a future its terms; only its own lists and its detail have them. */
  future?: FutureTerms | undefined;
  /** Of a coin what its closes say; only its own list has it. */
  readings?: CoinReadings | undefined;
}

/** What a future of one month is a contract on. Days are those of its exchange: `2026-12-18`. */
export interface FutureTerms {
  lastTradeDay: string;
  /** From then on a long position may have to take delivery; null where nothing is delivered. */
  firstNoticeDay: string | null;
  /** What a point of the price is worth. */
  multiplier: string | null;
  /** The difference is paid at the end, and nothing delivered. */
  isCashSettled: boolean;
  previousSettle: string | null;
  /** Contracts that were open after the day before. */
  openInterest: string | null;
  /** How many more they are than a day before. */
  openInterestChange: string | null;
}

/** What the newest daily closes of a coin say; null where they are too few. */
export interface CoinReadings {
  trend: "up" | "down" | "sideways" | null;
  /** The relative strength index of fourteen days, from 0 to 100. */
  strength: string | null;
  /** In percent a year. */
  volatility: string | null;
}

/** What somebody traded. */
export interface MarketTrade {
  at: number;
  price: string;
  size: string;
  /** Who came to the other: a buyer to the ask, or a seller to the bid. */
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
  amplitude: string | null;
  week52High: string | null;
  week52Low: string | null;
  marketCap: string | null;
  openAroundTheClock: boolean;
  /** The name of the calendar that it trades by; empty for what never closes. */
  calendar: string;
  /** The zone in which the exchange tells its times, such as `America/New_York`. */
  timeZone: string;
  /** When regular hours begin or go on next; null while they last. */
  sessionOpensAt: number | null;
  /** Whether the day pauses now and will go on. */
  isOnBreak: boolean;
  sessionClosesAt: number;
  /** Trading days until what is bought or sold has settled; null for what can only be watched. */
  settlementDays: number | null;
  /** When what is bought or sold now has settled; null where nothing changes hands. */
  settlesAt: number | null;
  /** Of what is held on margin. */
  margin: MarginTerms | null;
  /** Of a new stock. */
  offer?: Offer | undefined;
  /** Of a stock that opens with one, or reopens. */
  auction?: Auction | undefined;
  /** While nothing of it is traded. */
  halt?: Halt | undefined;
}

/** Why and until when nothing of an instrument is traded. */
export interface Halt {
  /** Null where nobody knows yet. */
  resumesAt: number | null;
  /** Whether orders with a limit are taken, and wait. */
  takesLimitOrders: boolean;
}

/** How a position on margin may be held. */
export interface MarginTerms {
  /** The most that a customer may choose. */
  leverageCap: string;
  /** A position is closed when its margin and its profit fall to this share of its first margin, in percent. */
  closeOutPercent: string;
  financing: Financing | null;
}

/** What the next night brings, in percent a year of the position; below zero where it costs. */
export interface Financing {
  long: string;
  short: string;
  at: number;
  /** How many nights are charged then. */
  nights: number;
}

/** What is traded in a while. Prices and volume are decimal text. */
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

/** What a market trades; shares where nothing says which market. */
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

/** Reads the whole quote that the socket tells first. */
export const decodePushedQuote = (data: unknown) => decodeQuote(data as WireQuote);

/** Writes into a quote what the socket tells has changed. Hundreds come in a second, so nothing is made for them. */
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

/** The parts of a bar come in a row, of which the API's document cannot tell the types. */
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
