/**
 * Every screen's address, one line a route: the hash path, which links and bookmarks keep, and the
 * query values that the screen takes. Links are built by `to`, never by hand.
 */
export const routes = {
  home: "/pages/home/index",
  market: "/pages/market/index",
  watchlist: "/pages/watchlist/index",
  trade: "/pages/trade/index",
  profile: "/pages/profile/index",
  quoteStock: "/pages/quote/stock",
  watchlistManage: "/pages/watchlist/manage",
  popular: "/pages/product/popular",
  search: "/pages/search/index",
  login: "/pages/auth/login",
  register: "/pages/auth/register",
  resetPassword: "/pages/auth/resetpwd",
  transactions: "/pages/profile/transaction",
  transfer: "/pages/profile/transfer",
  deposit: "/pages/deposit/index",
  depositFiat: "/pages/deposit/fiat",
  depositWallet: "/pages/deposit/wallet",
  depositRecord: "/pages/deposit/record",
  settings: "/pages/setting/index",
  security: "/pages/setting/security",
  loginPassword: "/pages/setting/loginpwd",
  payPassword: "/pages/setting/paypwd",
  payStock: "/pages/payment/stock",
  payClose: "/pages/payment/close",
  tradeDetail: "/pages/trade/detail",
} as const;

export type RouteName = keyof typeof routes;

/** An instrument, as the screens hand it on in their addresses. */
export interface InstrumentQuery {
  code: string;
  name: string;
  /** Asset source code: 0 is a stock. */
  source: number;
  market?: string;
}

/** The query values of the routes that take some; a value that is absent is left out. */
interface RouteQueries {
  market: { list?: "gainers" | "losers" | "actives"; exchange?: string };
  trade: { tab?: number };
  quoteStock: InstrumentQuery;
  register: { inviteCode?: string; back?: string };
  /** `back` is the screen that wanted a customer: where to go on afterwards. */
  login: { back?: string };
  resetPassword: { back?: string };
  transactions: { walletType?: string };
  transfer: { from?: string; to?: string };
  payStock: InstrumentQuery & { direction: 0 | 1 };
  payClose: InstrumentQuery & { id: string };
  /** `type` is the detail view: holding, closing or profile. */
  tradeDetail: InstrumentQuery & { id: string; type: string };
}

export type QueryOf<R extends RouteName> = R extends keyof RouteQueries ? RouteQueries[R] : object;

type QueryArguments<R extends RouteName> =
  object extends QueryOf<R> ? [query?: QueryOf<R>] : [query: QueryOf<R>];

/** The address of a screen, for example `to("quoteStock", { code: "AAPL", … })`. */
export function to<R extends RouteName>(route: R, ...[query]: QueryArguments<R>): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.set(key, String(value));
  }
  const text = parameters.toString();
  return text ? `${routes[route]}?${text}` : routes[route];
}

/** The five tabs, in the order of the bar. They are switched to, never stacked. */
export const tabs = ["home", "market", "watchlist", "trade", "profile"] as const;
export type TabName = (typeof tabs)[number];

const byPath = new Map<string, RouteName>([
  // The root is the home page too.
  ["", "home"],
  ...Object.entries(routes).map(([name, path]) => [path, name as RouteName] as const),
]);

/** The screen at an address, or undefined where the address does not exist. What follows the path does not count. */
export function routeAt(address: string): RouteName | undefined {
  const [path = ""] = address.split("?");
  return path.startsWith("/") ? byPath.get(path.replace(/\/+$/, "")) : undefined;
}

export function isTab(route: RouteName | undefined): route is TabName {
  return tabs.some((tab) => tab === route);
}
