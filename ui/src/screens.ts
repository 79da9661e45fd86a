import type { ParseKeys, TypeOptions } from "i18next";
import type { input, output, ZodMiniType } from "zod/mini";
import type { AssetList } from "@/market/lists";

/** The five tabs, in the order of the bar. They are switched to, never stacked. */
export const tabs = ["home", "market", "watchlist", "trade", "profile"] as const;
export type TabName = (typeof tabs)[number];

type Texts = TypeOptions["resources"];
/** The key of a text with its namespace, for example `funds:bill.title`. */
export type Title = { [N in keyof Texts]: `${N}:${ParseKeys<N>}` }[keyof Texts];

/**
 * The panes of a workspace, from left to right: what there is to choose from, what was chosen, and what goes with it.
 */
export const places = ["list", "main", "context"] as const;
export type Place = (typeof places)[number];

type Schema = ZodMiniType<object, object>;

interface Row {
  /** The hash path, which links and bookmarks keep: it never changes. */
  path: `/pages/${string}/${string}`;
  /** Who may see it. A visitor at a customer's screen logs in first and then comes back to it. */
  who: "anyone" | "customer";
  /** The tab that it belongs to: itself, or the one beside which it stands when a visit begins with it. */
  tab: TabName;
  /** What it is about: the list beside it is of the same assets. */
  assets?: AssetList;
  /** What the window and the top bar say, unless the page names what it shows. It may take in the address' values. */
  title: Title;
  /** What stands in other panes of a workspace while it is open, such as the list that it was chosen from. */
  beside?: Partial<Record<Place, `/pages/${string}/${string}`>>;
  /** Of any other screen: its pane in a workspace, by the tab that it is opened from; the context pane without. */
  place?: Place | Partial<Record<TabName, Place>>;
}

type Queries = typeof import("@/screenQueries");
type QueryName = {
  [N in keyof Queries]: Queries[N] extends Schema ? N : never;
}[keyof Queries];

/** A screen that takes nothing from its address. */
interface Plain extends Row {
  query?: undefined;
}

interface Asked<Q extends QueryName> extends Row {
  /** What it takes from its address, by its name in `screenQueries.ts`, which loads with the page: checking takes code. */
  query: Q;
}

function screen(row: Plain): Plain;
function screen<Q extends QueryName>(row: Asked<Q>): Asked<Q>;
function screen(row: object): object {
  return row;
}

/** The quote of one instrument. */
const quote = (
  path: Row["path"],
  assets: AssetList,
  place: NonNullable<Row["place"]> = { watchlist: "main", trade: "main" },
  beside: NonNullable<Row["beside"]> = {},
) =>
  screen({
    path,
    query: "quote",
    who: "anyone",
    tab: "market",
    assets,
    title: "market:quote.title",
    place,
    beside,
  });

/** What is offered of the stocks of a market. */
const offers = (path: Row["path"], title: Title) =>
  screen({
    path,
    query: "stockMarket",
    who: "anyone",
    tab: "market",
    title,
    place: "main",
  });

/** The list of one class of instruments. */
const classList = (path: Row["path"], assets: AssetList) =>
  screen({
    path,
    query: "classList",
    who: "anyone",
    tab: "market",
    assets,
    title: `market:class.${assets}`,
    place: "main",
  });

/**
 * Every screen, one row each; its page stands under the same name in `app/pages.ts`. Links are built from it by `to`,
 * never by hand (docs/adding-a-screen.md).
 */
export const screens = {
  home: screen({
    path: "/pages/home/index",
    who: "anyone",
    tab: "home",
    title: "home:title",
  }),
  market: screen({
    path: "/pages/market/index",
    query: "list",
    who: "anyone",
    tab: "market",
    title: "common:tab.market",
  }),
  watchlist: screen({
    path: "/pages/watchlist/index",
    who: "anyone",
    tab: "watchlist",
    title: "common:tab.watchlist",
  }),
  trade: screen({
    path: "/pages/trade/index",
    query: "trade",
    who: "anyone",
    tab: "trade",
    title: "positions:title",
  }),
  profile: screen({
    path: "/pages/profile/index",
    who: "anyone",
    tab: "profile",
    title: "common:tab.profile",
  }),
  quoteStock: quote("/pages/quote/stock", "usStock"),
  quoteHongKong: quote("/pages/hkstock/quote", "hkStock"),
  quoteForex: quote("/pages/quote/forex", "forex"),
  quoteIndex: quote("/pages/quote/globalindex", "index"),
  quoteFuture: quote("/pages/quote/future", "future"),
  quoteCrypto: quote("/pages/quote/crypto", "crypto"),
  quoteAuction: quote("/pages/quote/auctionStock", "usStock"),
  auctions: offers("/pages/product/auctionStock", "offers:title.auctions"),
  blocks: offers("/pages/product/blocktrade", "offers:title.blocks"),
  newStocks: screen({
    path: "/pages/product/newstock",
    query: "newStocks",
    who: "anyone",
    tab: "market",
    title: "offers:title.newStocks",
    place: "main",
  }),
  hongKong: classList("/pages/hkstock/index", "hkStock"),
  forex: classList("/pages/product/forex", "forex"),
  future: classList("/pages/product/future", "future"),
  agricultural: classList("/pages/product/agricultural", "agricultural"),
  crypto: classList("/pages/product/crypto", "crypto"),
  // The quote of the coin would say again what its book says.
  orderBook: quote("/pages/crypto/index", "crypto", "main", {
    context: "/pages/product/crypto",
  }),
  watchlistManage: screen({
    path: "/pages/watchlist/manage",
    who: "customer",
    tab: "watchlist",
    title: "watchlist:manage.title",
    place: "list",
  }),
  popular: screen({
    path: "/pages/product/popular",
    who: "anyone",
    tab: "market",
    title: "market:popular.title",
    place: "main",
  }),
  tradingDays: screen({
    path: "/pages/market/days",
    query: "days",
    who: "anyone",
    tab: "market",
    title: "market:days.title",
  }),
  rules: screen({
    path: "/pages/market/rules",
    query: "rules",
    who: "anyone",
    tab: "market",
    title: "rules:title",
  }),
  sectors: screen({
    path: "/pages/market/sectors",
    query: "sectors",
    who: "anyone",
    tab: "market",
    title: "sectors:title",
    place: "main",
  }),
  events: screen({
    path: "/pages/market/events",
    who: "anyone",
    tab: "market",
    title: "market:events.title",
  }),
  search: screen({
    path: "/pages/search/index",
    who: "anyone",
    tab: "market",
    title: "market:search.label",
    place: "list",
  }),
  login: screen({
    path: "/pages/auth/login",
    query: "wayIn",
    who: "anyone",
    tab: "profile",
    title: "common:action.logIn",
  }),
  register: screen({
    path: "/pages/auth/register",
    query: "register",
    who: "anyone",
    tab: "profile",
    title: "identity:register.title",
  }),
  resetPassword: screen({
    path: "/pages/auth/resetpwd",
    query: "wayIn",
    who: "anyone",
    tab: "profile",
    title: "identity:reset.title",
  }),
  transactions: screen({
    path: "/pages/profile/transaction",
    query: "bill",
    who: "customer",
    tab: "profile",
    title: "funds:bill.title",
    place: "main",
  }),
  transfer: screen({
    path: "/pages/profile/transfer",
    query: "transfer",
    who: "customer",
    tab: "profile",
    title: "funds:transfer.title",
  }),
  deposit: screen({
    path: "/pages/deposit/index",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.title",
  }),
  depositFiat: screen({
    path: "/pages/deposit/fiat",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.channel.fiat",
  }),
  depositWallet: screen({
    path: "/pages/deposit/wallet",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.channel.wallet",
  }),
  depositRecord: screen({
    path: "/pages/deposit/record",
    who: "customer",
    tab: "profile",
    title: "funds:record.title",
  }),
  withdrawCard: screen({
    path: "/pages/withdraw/bcard",
    who: "customer",
    tab: "profile",
    title: "withdrawals:title",
  }),
  withdrawWallet: screen({
    path: "/pages/withdraw/vm",
    who: "customer",
    tab: "profile",
    title: "withdrawals:title",
  }),
  payouts: screen({
    path: "/pages/bcard/index",
    who: "customer",
    tab: "profile",
    title: "withdrawals:accounts.title",
  }),
  bankAccount: screen({
    path: "/pages/bcard/modify",
    query: "payout",
    who: "customer",
    tab: "profile",
    title: "withdrawals:account.card",
  }),
  walletAddress: screen({
    path: "/pages/vm/modify",
    query: "payout",
    who: "customer",
    tab: "profile",
    title: "withdrawals:account.wallet",
  }),
  settings: screen({
    path: "/pages/setting/index",
    who: "anyone",
    tab: "profile",
    title: "settings:title",
  }),
  security: screen({
    path: "/pages/setting/security",
    who: "customer",
    tab: "profile",
    title: "identity:security.title",
  }),
  loginPassword: screen({
    path: "/pages/setting/loginpwd",
    who: "customer",
    tab: "profile",
    title: "identity:loginPassword.title",
  }),
  payPassword: screen({
    path: "/pages/setting/paypwd",
    who: "customer",
    tab: "profile",
    title: "identity:payPassword.title",
  }),
  notices: screen({
    path: "/pages/notice/index",
    who: "customer",
    tab: "profile",
    title: "inbox:title",
    place: "list",
  }),
  notice: screen({
    path: "/pages/notice/detail",
    query: "notice",
    who: "customer",
    tab: "profile",
    title: "inbox:detail.title",
    place: "main",
    beside: { list: "/pages/notice/index" },
  }),
  news: screen({
    path: "/pages/news/index",
    query: "news",
    who: "anyone",
    tab: "home",
    title: "news:title",
    place: "list",
  }),
  article: screen({
    path: "/pages/news/detail",
    query: "article",
    who: "anyone",
    tab: "home",
    title: "news:detail.title",
    place: "main",
    beside: { list: "/pages/news/index" },
  }),
  webview: screen({
    path: "/pages/webview/index",
    query: "webview",
    who: "anyone",
    tab: "home",
    title: "news:webview.title",
  }),
  payStock: screen({
    path: "/pages/payment/stock",
    query: "ticket",
    who: "anyone",
    tab: "market",
    title: "orders:ticket.title",
  }),
  payForex: screen({
    path: "/pages/payment/forex",
    query: "ticket",
    who: "anyone",
    tab: "market",
    assets: "forex",
    title: "orders:ticket.title",
  }),
  payClose: screen({
    path: "/pages/payment/close",
    query: "close",
    who: "customer",
    tab: "trade",
    title: "orders:close.title",
  }),
  tradeDetail: screen({
    path: "/pages/trade/detail",
    query: "tradeDetail",
    who: "customer",
    tab: "trade",
    title: "orders:detail.title",
  }),
};

export type ScreenName = keyof typeof screens;

/** What is written into the address of a screen. */
type LinkOf<N extends ScreenName> =
  (typeof screens)[N] extends Asked<infer Q> ? input<Queries[Q]> : Record<string, never>;
/** What the page of a screen takes: what its `query` makes of an address. */
export type PropsOf<N extends ScreenName> =
  (typeof screens)[N] extends Asked<infer Q> ? output<Queries[Q]> : object;
type LinkArguments<N extends ScreenName> =
  LinkOf<N> extends Record<string, never>
    ? []
    : object extends LinkOf<N>
      ? [query?: LinkOf<N>]
      : [query: LinkOf<N>];

/** The address of a screen, for example `to("quoteStock", { code: "AAPL", … })`. What is undefined is left out. */
export function to<N extends ScreenName>(name: N, ...[query]: LinkArguments<N>): string {
  const values = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) values.set(key, String(value));
  }
  const text = values.toString();
  return text ? `${screens[name].path}?${text}` : screens[name].path;
}

const byPath = new Map<string, ScreenName>([
  // The root is the home page too.
  ["", "home"],
  ...Object.entries(screens).map(([name, { path }]) => [path, name as ScreenName] as const),
]);

/** The screen at an address, or undefined where the address does not exist. What follows the path does not count. */
export function screenAt(address: string): ScreenName | undefined {
  const [path = ""] = address.split("?");
  return path.startsWith("/") ? byPath.get(path.replace(/\/+$/, "")) : undefined;
}

/** Where a screen stands in the workspace of a tab. */
export function placeOf(name: ScreenName | undefined, tab: TabName): Place {
  const place: Row["place"] = name ? screens[name].place : "main";
  return (typeof place === "object" ? place[tab] : place) ?? "context";
}

export function isTab(name: ScreenName | undefined): name is TabName {
  return tabs.some((tab) => tab === name);
}
