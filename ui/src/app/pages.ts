import { type ComponentType, lazy } from "react";
import HomePage from "@/home/HomePage";
import type { RouteName } from "@/routes";

type PageModule = Promise<{ default: ComponentType }>;

/**
 * Every other screen's page, one line a route. A page's code loads when it is first opened; the home
 * page comes with the app, since most visits begin there and none should wait for it twice.
 */
const loaders: Record<Exclude<RouteName, "home">, () => PageModule> = {
  market: () => import("@/market/MarketPage"),
  watchlist: () => import("@/watchlist/WatchlistPage"),
  watchlistManage: () => import("@/watchlist/WatchlistManagePage"),
  popular: () => import("@/market/PopularPage"),
  quoteStock: () => import("@/market/QuotePage"),
  search: () => import("@/market/SearchPage"),
  profile: () => import("@/identity/AccountPage"),
  login: () => import("@/identity/LoginPage"),
  register: () => import("@/identity/RegisterPage"),
  resetPassword: () => import("@/identity/ResetPasswordPage"),
  security: () => import("@/identity/SecurityPage"),
  loginPassword: () => import("@/identity/LoginPasswordPage"),
  payPassword: () => import("@/identity/PayPasswordPage"),
  transfer: () => import("@/funds/TransferPage"),
  transactions: () => import("@/funds/TransactionsPage"),
  deposit: () => import("@/funds/DepositPage"),
  depositFiat: () => import("@/funds/DepositFiatPage"),
  depositWallet: () => import("@/funds/DepositWalletPage"),
  depositRecord: () => import("@/funds/DepositRecordPage"),
  settings: () => import("@/settings/SettingsPage"),
  payStock: () => import("@/orders/OrderTicketPage"),
  payClose: () => import("@/orders/ClosePage"),
  trade: () => import("@/positions/TradePage"),
  tradeDetail: () => import("@/orders/TradeDetailPage"),
};

const notFound = lazy(() => import("./NotFoundPage"));
const pages = new Map<RouteName, ComponentType>([
  ["home", HomePage],
  ...Object.entries(loaders).map(([name, load]) => [name as RouteName, lazy(load)] as const),
]);

/** The page of a route, or the one that says that the address does not exist. */
export function pageOf(route: RouteName | undefined): ComponentType {
  return (route && pages.get(route)) || notFound;
}
