import * as z from "zod/mini";
import { assetClasses, encodeAssetClass } from "@/api/market";
import { stockMarkets } from "@/api/offers";
import { offerStatuses } from "@/api/offerTerms";
import { sectorMarkets } from "@/api/sectors";
import { calendarMarkets } from "@/api/tradingDays";
import { billGroupNames, billPeriods, flows } from "@/choices/bill";
import { assetLists, listTypes, offerLists } from "@/choices/lists";
import { newerParts, PARTS } from "@/choices/parts";
import { sortColumns } from "@/choices/sorts";
import { TRADE_TABS } from "@/choices/tradeTabs";
import { walletTypes } from "@/choices/walletTypes";

/**
 * The screens' address queries, one schema per screen or kind of screen; a page gets the values as its props. Anybody
 * can write an address: an invalid value counts as absent if the screen can do without it (`fallback`), and else the
 * address leads to the page for unknown addresses.
 */

const given = () => z.string().check(z.minLength(1));
const optional = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** The value of `schema`, or `value` if the address has none or an invalid one. */
const fallback = <T extends z.ZodMiniType>(
  schema: T,
  value: z.core.util.NoUndefined<z.output<T>>,
) => z.catch(z._default(schema, value), value);

/** One of a few numbers, which are text in an address. */
const oneOf = <const N extends number>(numbers: readonly N[]) =>
  z.pipe(z.coerce.number<N>(), z.literal(numbers));

const name = z._default(z.string(), "");

/** An instrument. Links include its market; without one it is looked up (`MarketFirst`). */
export const instrument = z.object({
  code: given(),
  name,
  /** The kind of asset by its number in the API. No screen needs it; published addresses have it. */
  source: optional(oneOf(assetClasses.map(encodeAssetClass))),
  market: optional(given()),
});
export type InstrumentQuery = z.output<typeof instrument>;

/** `compare` lists the instruments that its chart compares: `UsStock.MSFT,HK.00700`. */
export const quote = z.extend(instrument, { compare: optional(given()) });
export type QuoteQuery = z.output<typeof quote>;

/** `direction` is the initial side of the ticket: 0 buys, 1 sells. */
export const ticket = z.extend(instrument, { direction: fallback(oneOf([0, 1]), 0) });
export type TicketQuery = z.output<typeof ticket>;

/** `id` is the position's; without it the screen finds it by the instrument. */
export const close = z.extend(instrument, { id: optional(given()) });
export type CloseQuery = z.output<typeof close>;

/** The details of a trade: a holding with its fills, an order, or a fill's receipt. */
export const tradeDetail = z.discriminatedUnion("type", [
  z.extend(instrument, { type: z.literal("holding"), id: given() }),
  // `profile` is the account statement's word for an order, `closing` that of the list of closed trades for a receipt.
  z.extend(z.partial(instrument), {
    type: z.enum(["order", "profile", "receipt", "closing"]),
    id: given(),
  }),
]);
export type TradeDetailQuery = z.output<typeof tradeDetail>;

/**
 * The list of one class: its movers or all, and its part, "" for the whole. Pairs of currencies have their own parts.
 */
export const classList = z.object({
  list: optional(z.enum(listTypes)),
  sort: optional(z.enum(sortColumns)),
  order: optional(z.enum(["asc", "desc"])),
  exchange: fallback(z.enum(["", ...PARTS.usStock]), ""),
  pairs: fallback(z.enum(["", ...PARTS.forex]), ""),
  part: fallback(z.enum(["", ...newerParts]), ""),
});
export type ClassListQuery = z.output<typeof classList>;

/** New stocks: their stage, and their market, "" for all. */
export const newStocks = z.object({
  status: fallback(z.enum(offerStatuses), "open"),
  market: fallback(z.enum(["", ...stockMarkets]), ""),
});
export type NewStocksQuery = z.output<typeof newStocks>;

/** A list of some assets, US stocks by default; or an offer list with its filter. */
export const list = z.extend(z.extend(classList, newStocks.shape), {
  assets: fallback(z.enum(assetLists), "usStock"),
  offer: optional(z.enum(offerLists)),
});
export type ListQuery = z.output<typeof list>;

/** The day for an instrument's rules, today by default. */
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
/** The market of the stocks. */
export const stockMarket = z.object({ market: fallback(z.enum(stockMarkets), "UsStock") });
export type StockMarketQuery = z.output<typeof stockMarket>;

/** The market of the exchange. */
export const days = z.object({ market: fallback(z.enum(calendarMarkets), "UsStock") });
export type DaysQuery = z.output<typeof days>;

/**
 * The Trade tab's list, by its number in addresses: holdings, closed trades, working orders, ended orders; and the
 * filter of the ended orders.
 */
export const trade = z.object({
  tab: fallback(oneOf(Object.values(TRADE_TABS)), TRADE_TABS.holdings),
  symbol: optional(given()),
  side: optional(z.enum(["buy", "sell"])),
  status: optional(z.enum(["filled", "cancelled", "expired"])),
  period: fallback(z.enum(["week", "month", "quarter", "year", "all"]), "month"),
});
export type TradeQuery = z.output<typeof trade>;

/** `back` is the screen that required a login, to continue at afterwards (`addressAfterLogin`). */
export const wayIn = z.object({ back: z.optional(z.string()) });
export type WayInQuery = z.output<typeof wayIn>;

export const register = z.extend(wayIn, { inviteCode: z._default(z.string(), "") });
export type RegisterQuery = z.output<typeof register>;

const day = () => z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** The filter of the bill: account, kind and time. */
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

/** A preset deposit, for one that is submitted again. */
export const deposit = z.object({
  currency: optional(given()),
  amount: optional(z.string().check(z.regex(/^\d+(\.\d+)?$/))),
});
export type DepositQuery = z.output<typeof deposit>;

/** The accounts of a transfer, and the ticket that lacked the money, to continue with (`ticketToReturnTo`). */
export const transfer = z.object({
  from: optional(z.enum(walletTypes)),
  to: optional(z.enum(walletTypes)),
  back: optional(given()),
});
export type TransferQuery = z.output<typeof transfer>;

/** The withdrawal to show. */
export const withdrawal = z.object({ id: given() });
export type WithdrawalQuery = z.output<typeof withdrawal>;

/** The notice to show. */
export const notice = z.object({ id: given() });
export type NoticeQuery = z.output<typeof notice>;

/** The tag of the articles; all without one. */
export const news = z.object({ tag: optional(given()) });
export type NewsQuery = z.output<typeof news>;

/** The article to show. */
export const article = z.object({ id: given() });
export type ArticleQuery = z.output<typeof article>;

/** An address outside of the app, and the text of the link. The screen decides if it may be opened. */
export const webview = z.object({ url: given(), title: name });
export type WebviewQuery = z.output<typeof webview>;

/** The saved account to change; without one, a new one is added. */
export const payout = z.object({ id: optional(given()) });
export type PayoutQuery = z.output<typeof payout>;
