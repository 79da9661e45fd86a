import type { ParseKeys, TypeOptions } from "i18next";
import type { ComponentType } from "react";
import type { input, output, ZodMiniType } from "zod/mini";

/** The five tabs, in the order of the bar. They are switched to, never stacked. */
export const tabs = ["home", "market", "watchlist", "trade", "profile"] as const;
export type TabName = (typeof tabs)[number];

type Texts = TypeOptions["resources"];
/** The key of a text with its namespace, for example `funds:bill.title`. */
export type Title = { [N in keyof Texts]: `${N}:${ParseKeys<N>}` }[keyof Texts];

/** The page that comes with the app: most visits begin at the home page, and none should wait for it twice. */
export const WITH_APP = "with the app";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * The panes of a workspace, from left to right: what there is to choose from, what was chosen, and what goes with it.
 */
export const places = ["list", "main", "context"] as const;
export type Place = (typeof places)[number];

/** `list` is the tab's own page where none is given. */
interface Panes<Props> {
  list?: Load<Props>;
  main: Load<Props>;
  context: Load<Props>;
}

type Schema = ZodMiniType<object, object>;

interface Row<Props extends object> {
  /** The hash path, which links and bookmarks keep: it never changes. */
  path: `/pages/${string}/${string}`;
  /** Who may see it. A visitor at a customer's screen logs in first and then comes back to it. */
  who: "anyone" | "customer";
  /** The tab that it belongs to: itself, or the one beside which it stands when a visit begins with it. */
  tab: TabName;
  /** What the window and the top bar say, unless the page names what it shows. It may take in the address' values. */
  title: Title;
  /** The page, whose code loads when it is first opened. It gets the values of `query` as its props. */
  page: Load<Props> | typeof WITH_APP;
  /** Of a tab: what stands in the panes of a workspace while nothing else does. They get the page's props. */
  panes?: Panes<Props>;
  /** Of any other screen: its pane in a workspace, by the tab that it is opened from; the context pane without. */
  place?: Place | Partial<Record<TabName, Place>>;
}

interface Screen<Link extends object> extends Row<never> {
  /** What it takes from its address. It loads with the page: the first screen needs none, and checking takes code. */
  query?: () => Promise<ZodMiniType<object, Link>>;
}

/** The query of a screen that takes none. */
type Nothing = Record<string, never>;

function screen(row: Row<object>): Screen<Nothing>;
function screen<S extends Schema>(
  row: Row<output<S>> & { query: () => Promise<S> },
): Screen<input<S>>;
function screen(row: object): object {
  return row;
}

const queries = () => import("@/screenQueries");

/** Every screen, one row each. Links are built from it by `to`, never by hand (docs/adding-a-screen.md). */
export const screens = {
  home: screen({
    path: "/pages/home/index",
    who: "anyone",
    tab: "home",
    title: "home:title",
    page: WITH_APP,
    panes: {
      list: () => import("@/home/HomeListPane"),
      main: () => import("@/home/HomeMainPane"),
      context: () => import("@/home/HomeContextPane"),
    },
  }),
  market: screen({
    path: "/pages/market/index",
    query: () => queries().then(({ list }) => list),
    who: "anyone",
    tab: "market",
    title: "common:tab.market",
    page: () => import("@/market/MarketPage"),
    panes: {
      list: () => import("@/market/MarketFiltersPane"),
      main: () => import("@/market/MarketTablePane"),
      context: () => import("@/market/QuotePane"),
    },
  }),
  watchlist: screen({
    path: "/pages/watchlist/index",
    who: "anyone",
    tab: "watchlist",
    title: "common:tab.watchlist",
    page: () => import("@/watchlist/WatchlistPage"),
    panes: {
      main: () => import("@/watchlist/WatchedQuotePane"),
      context: () => import("@/orders/TicketPane"),
    },
  }),
  trade: screen({
    path: "/pages/trade/index",
    query: () => queries().then(({ trade }) => trade),
    who: "anyone",
    tab: "trade",
    title: "positions:title",
    page: () => import("@/positions/TradePage"),
    panes: {
      list: () => import("@/positions/TradeListPane"),
      main: () => import("@/positions/TradeMainPane"),
      context: () => import("@/orders/TicketPane"),
    },
  }),
  profile: screen({
    path: "/pages/profile/index",
    who: "anyone",
    tab: "profile",
    title: "common:tab.profile",
    page: () => import("@/identity/AccountPage"),
    panes: {
      list: () => import("@/identity/AccountListPane"),
      main: () => import("@/funds/AccountMainPane"),
      context: () => import("@/identity/AccountContextPane"),
    },
  }),
  quoteStock: screen({
    path: "/pages/quote/stock",
    query: () => queries().then(({ instrument }) => instrument),
    who: "anyone",
    tab: "market",
    title: "market:quote.title",
    page: () => import("@/market/QuotePage"),
    place: { watchlist: "main", trade: "main" },
  }),
  watchlistManage: screen({
    path: "/pages/watchlist/manage",
    who: "anyone",
    tab: "watchlist",
    title: "watchlist:manage.title",
    page: () => import("@/watchlist/WatchlistManagePage"),
    place: "list",
  }),
  popular: screen({
    path: "/pages/product/popular",
    who: "anyone",
    tab: "market",
    title: "market:popular.title",
    page: () => import("@/market/PopularPage"),
    place: "main",
  }),
  search: screen({
    path: "/pages/search/index",
    who: "anyone",
    tab: "market",
    title: "market:search.label",
    page: () => import("@/market/SearchPage"),
    place: "list",
  }),
  login: screen({
    path: "/pages/auth/login",
    query: () => queries().then(({ wayIn }) => wayIn),
    who: "anyone",
    tab: "profile",
    title: "common:action.logIn",
    page: () => import("@/identity/LoginPage"),
  }),
  register: screen({
    path: "/pages/auth/register",
    query: () => queries().then(({ register }) => register),
    who: "anyone",
    tab: "profile",
    title: "identity:register.title",
    page: () => import("@/identity/RegisterPage"),
  }),
  resetPassword: screen({
    path: "/pages/auth/resetpwd",
    query: () => queries().then(({ wayIn }) => wayIn),
    who: "anyone",
    tab: "profile",
    title: "identity:reset.title",
    page: () => import("@/identity/ResetPasswordPage"),
  }),
  transactions: screen({
    path: "/pages/profile/transaction",
    query: () => queries().then(({ bill }) => bill),
    who: "customer",
    tab: "profile",
    title: "funds:bill.title",
    page: () => import("@/funds/TransactionsPage"),
    place: "main",
  }),
  transfer: screen({
    path: "/pages/profile/transfer",
    query: () => queries().then(({ transfer }) => transfer),
    who: "customer",
    tab: "profile",
    title: "funds:transfer.title",
    page: () => import("@/funds/TransferPage"),
  }),
  deposit: screen({
    path: "/pages/deposit/index",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.title",
    page: () => import("@/funds/DepositPage"),
  }),
  depositFiat: screen({
    path: "/pages/deposit/fiat",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.channel.fiat",
    page: () => import("@/funds/DepositFiatPage"),
  }),
  depositWallet: screen({
    path: "/pages/deposit/wallet",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.channel.wallet",
    page: () => import("@/funds/DepositWalletPage"),
  }),
  depositRecord: screen({
    path: "/pages/deposit/record",
    who: "customer",
    tab: "profile",
    title: "funds:record.title",
    page: () => import("@/funds/DepositRecordPage"),
  }),
  withdrawCard: screen({
    path: "/pages/withdraw/bcard",
    who: "customer",
    tab: "profile",
    title: "withdrawals:title",
    page: () => import("@/funds/withdrawals/WithdrawCardPage"),
  }),
  withdrawWallet: screen({
    path: "/pages/withdraw/vm",
    who: "customer",
    tab: "profile",
    title: "withdrawals:title",
    page: () => import("@/funds/withdrawals/WithdrawWalletPage"),
  }),
  payouts: screen({
    path: "/pages/bcard/index",
    who: "customer",
    tab: "profile",
    title: "withdrawals:accounts.title",
    page: () => import("@/funds/payouts/PayoutsPage"),
  }),
  bankAccount: screen({
    path: "/pages/bcard/modify",
    query: () => queries().then(({ payout }) => payout),
    who: "customer",
    tab: "profile",
    title: "withdrawals:account.card",
    page: () => import("@/funds/payouts/BankAccountPage"),
  }),
  walletAddress: screen({
    path: "/pages/vm/modify",
    query: () => queries().then(({ payout }) => payout),
    who: "customer",
    tab: "profile",
    title: "withdrawals:account.wallet",
    page: () => import("@/funds/payouts/WalletAddressPage"),
  }),
  settings: screen({
    path: "/pages/setting/index",
    who: "anyone",
    tab: "profile",
    title: "settings:title",
    page: () => import("@/settings/SettingsPage"),
  }),
  security: screen({
    path: "/pages/setting/security",
    who: "customer",
    tab: "profile",
    title: "identity:security.title",
    page: () => import("@/identity/SecurityPage"),
  }),
  loginPassword: screen({
    path: "/pages/setting/loginpwd",
    who: "customer",
    tab: "profile",
    title: "identity:loginPassword.title",
    page: () => import("@/identity/LoginPasswordPage"),
  }),
  payPassword: screen({
    path: "/pages/setting/paypwd",
    who: "customer",
    tab: "profile",
    title: "identity:payPassword.title",
    page: () => import("@/identity/PayPasswordPage"),
  }),
  payStock: screen({
    path: "/pages/payment/stock",
    query: () => queries().then(({ ticket }) => ticket),
    who: "anyone",
    tab: "market",
    title: "orders:ticket.title",
    page: () => import("@/orders/OrderTicketPage"),
  }),
  payClose: screen({
    path: "/pages/payment/close",
    query: () => queries().then(({ close }) => close),
    who: "customer",
    tab: "trade",
    title: "orders:close.title",
    page: () => import("@/orders/ClosePage"),
  }),
  tradeDetail: screen({
    path: "/pages/trade/detail",
    query: () => queries().then(({ tradeDetail }) => tradeDetail),
    who: "customer",
    tab: "trade",
    title: "orders:detail.title",
    page: () => import("@/orders/TradeDetailPage"),
  }),
};

export type ScreenName = keyof typeof screens;

type LinkOf<N extends ScreenName> =
  (typeof screens)[N] extends Screen<infer Link extends object> ? Link : never;
type LinkArguments<N extends ScreenName> =
  LinkOf<N> extends Nothing
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
  const place: Screen<never>["place"] = name ? screens[name].place : "main";
  return (typeof place === "object" ? place[tab] : place) ?? "context";
}

export function isTab(name: ScreenName | undefined): name is TabName {
  return tabs.some((tab) => tab === name);
}
