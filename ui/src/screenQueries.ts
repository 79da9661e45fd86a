import * as z from "zod/mini";
import { assetClasses, encodeAssetClass } from "@/api/market";
import { stockMarkets } from "@/api/offers";
import { offerStatuses } from "@/api/offerTerms";
import { sectorMarkets } from "@/api/sectors";
import { calendarMarkets } from "@/api/tradingDays";
import { billGroupNames, billPeriods, flows } from "@/funds/billChoice";
import { walletTypes } from "@/funds/walletTypes";
import { assetLists, listTypes, offerLists } from "@/market/lists";
import { newerParts, PARTS } from "@/market/parts";
import { sortColumns } from "@/market/sorts";

/**
 * What the screens take from their addresses, one schema a screen or kind of screen; a page gets the values as its
 * props. Anybody can write an address: a value that is wrong counts as absent where the screen can do without it
 * (`fallback`), and else the address leads to the page that says it does not exist.
 */

const given = () => z.string().check(z.minLength(1));
const optional = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** The value of `schema`, and `value` where the address has none or one that is wrong. */
const fallback = <T extends z.ZodMiniType>(
  schema: T,
  value: z.core.util.NoUndefined<z.output<T>>,
) => z.catch(z._default(schema, value), value);

/** One of a few numbers, which an address has as text. */
const oneOf = <const N extends number>(numbers: readonly N[]) =>
  z.pipe(z.coerce.number<N>(), z.literal(numbers));

const name = z._default(z.string(), "");

/** An instrument. Links name its market; an address without one has it looked up (`MarketFirst`). */
export const instrument = z.object({
  code: given(),
  name,
  /** The kind of asset as the API numbers it. No screen needs it; addresses have it since they were published. */
  source: optional(oneOf(assetClasses.map(encodeAssetClass))),
  market: optional(given()),
});
export type InstrumentQuery = z.output<typeof instrument>;

/** `compare` is what its chart compares it with: `UsStock.MSFT,HK.00700`. */
export const quote = z.extend(instrument, { compare: optional(given()) });
export type QuoteQuery = z.output<typeof quote>;

/** `direction` is the side that the ticket opens with: 0 buys, 1 sells. */
export const ticket = z.extend(instrument, { direction: fallback(oneOf([0, 1]), 0) });
export type TicketQuery = z.output<typeof ticket>;

/** `id` is the holding's; the screen finds it by the instrument. */
export const close = z.extend(instrument, { id: optional(given()) });
export type CloseQuery = z.output<typeof close>;

/** What a trade came to: a holding with its fills, an order, or a fill's receipt. */
export const tradeDetail = z.discriminatedUnion("type", [
  z.extend(instrument, { type: z.literal("holding"), id: given() }),
  // `profile` is how the account's statement asks for an order, `closing` how the list of sales asks for a receipt.
  z.extend(z.partial(instrument), {
    type: z.enum(["order", "profile", "receipt", "closing"]),
    id: given(),
  }),
]);
export type TradeDetailQuery = z.output<typeof tradeDetail>;

/** The list of one class: the day's movers or all, and of which part, "" for the whole. Pairs of currencies have theirs. */
export const classList = z.object({
  list: optional(z.enum(listTypes)),
  sort: optional(z.enum(sortColumns)),
  order: optional(z.enum(["asc", "desc"])),
  exchange: fallback(z.enum(["", ...PARTS.usStock]), ""),
  pairs: fallback(z.enum(["", ...PARTS.forex]), ""),
  part: fallback(z.enum(["", ...newerParts]), ""),
});
export type ClassListQuery = z.output<typeof classList>;

/** New stocks: how far they have come, and whose, "" for all markets. */
export const newStocks = z.object({
  status: fallback(z.enum(offerStatuses), "open"),
  market: fallback(z.enum(["", ...stockMarkets]), ""),
});
export type NewStocksQuery = z.output<typeof newStocks>;

/** Of which assets, US stocks where nothing is said; or what is offered, and which of that. */
export const list = z.extend(z.extend(classList, newStocks.shape), {
  assets: fallback(z.enum(assetLists), "usStock"),
  offer: optional(z.enum(offerLists)),
});
export type ListQuery = z.output<typeof list>;

/** The day that an instrument's rules are asked of, today where none is said. */
export const rules = z.extend(instrument, {
  at: optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
});
export type RulesQuery = z.output<typeof rules>;

/** The market whose industries are shown, as a map or as a table. */
export const sectors = z.object({
  market: fallback(z.enum(sectorMarkets), "UsStock"),
  view: fallback(z.enum(["map", "table"]), "map"),
});
export type SectorsQuery = z.output<typeof sectors>;
/** Whose stocks are asked about. */
export const stockMarket = z.object({ market: fallback(z.enum(stockMarkets), "UsStock") });
export type StockMarketQuery = z.output<typeof stockMarket>;

/** The market whose exchange is asked about. */
export const days = z.object({ market: fallback(z.enum(calendarMarkets), "UsStock") });
export type DaysQuery = z.output<typeof days>;

/**
 * The trading centre's tab, as addresses number them: what is held, what was sold, the orders, the orders that have
 * ended; and which of these.
 */
export const trade = z.object({
  tab: fallback(oneOf([0, 1, 2, 3]), 0),
  symbol: optional(given()),
  side: optional(z.enum(["buy", "sell"])),
  status: optional(z.enum(["filled", "cancelled", "expired"])),
  period: fallback(z.enum(["week", "month", "quarter", "year", "all"]), "month"),
});
export type TradeQuery = z.output<typeof trade>;

/** `back` is the screen that wanted a customer: where to go on afterwards (`addressAfterLogin`). */
export const wayIn = z.object({ back: z.optional(z.string()) });
export type WayInQuery = z.output<typeof wayIn>;

export const register = z.extend(wayIn, { inviteCode: z._default(z.string(), "") });
export type RegisterQuery = z.output<typeof register>;

const day = () => z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Whose movements are asked for, of which kind and when. */
export const bill = z.object({
  walletType: optional(z.enum(walletTypes)),
  group: optional(z.enum(billGroupNames)),
  flow: optional(z.enum(flows)),
  keyword: optional(given()),
  period: fallback(z.enum(billPeriods), "all"),
  from: optional(day()),
  to: optional(day()),
});
export type BillQuery = z.output<typeof bill>;

/** What is paid in, where it is known before: a deposit that is submitted again. */
export const deposit = z.object({
  currency: optional(given()),
  amount: optional(z.string().check(z.regex(/^\d+(\.\d+)?$/))),
});
export type DepositQuery = z.output<typeof deposit>;

/** The accounts that money is to be moved between. */
export const transfer = z.object({
  from: optional(z.enum(walletTypes)),
  to: optional(z.enum(walletTypes)),
});
export type TransferQuery = z.output<typeof transfer>;

/** The withdrawal that is shown. */
export const withdrawal = z.object({ id: given() });
export type WithdrawalQuery = z.output<typeof withdrawal>;

/** The notice that is shown. */
export const notice = z.object({ id: given() });
export type NoticeQuery = z.output<typeof notice>;

/** Articles of a tag; all without one. */
export const news = z.object({ tag: optional(given()) });
export type NewsQuery = z.output<typeof news>;

/** The article that is shown. */
export const article = z.object({ id: given() });
export type ArticleQuery = z.output<typeof article>;

/** An address outside of the app, and what the link to it says. Whether it is led to is for the screen to say. */
export const webview = z.object({ url: given(), title: name });
export type WebviewQuery = z.output<typeof webview>;

/** The saved account that is to be changed; without one, a new one is added. */
export const payout = z.object({ id: optional(given()) });
export type PayoutQuery = z.output<typeof payout>;
