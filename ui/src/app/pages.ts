import type { ComponentType } from "react";
import type { Place, PropsOf, ScreenName } from "@/screens";

/** The page that comes with the app: most visits begin at the home page, and none should wait for it twice. */
export const WITH_APP = "with the app";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface Pages<Props> {
  /** The page, whose code loads when it is first opened. It gets the values of the screen's `query` as its props. */
  page: Load<Props> | typeof WITH_APP;
  /**
   * Of a tab: what stands in the panes of a workspace while nothing else does. They get the page's props; where there is
   * no list, the page itself stands there.
   */
  panes?: Partial<Record<Place, Load<Props>>>;
}

/**
 * What draws each screen. It stands above the pages, while `screens.ts` stands below them: a page links to others
 * without knowing what draws those. No first screen waits for this list.
 */
export const pages: { readonly [N in ScreenName]: Pages<PropsOf<N>> } = {
  home: {
    page: WITH_APP,
    panes: {
      list: () => import("@/home/HomeListPane"),
      main: () => import("@/home/HomeMainPane"),
      context: () => import("@/home/HomeContextPane"),
    },
  },
  market: {
    page: () => import("@/market/MarketPage"),
    panes: {
      list: () => import("@/market/MarketFiltersPane"),
      main: () => import("@/market/MarketTablePane"),
      context: () => import("@/market/MarketQuotePane"),
    },
  },
  watchlist: {
    page: () => import("@/watchlist/WatchlistPage"),
    panes: {
      main: () => import("@/watchlist/WatchedQuotePane"),
      context: () => import("@/watchlist/WatchedTicketPane"),
    },
  },
  trade: {
    page: () => import("@/positions/TradePage"),
    panes: {
      list: () => import("@/positions/TradeListPane"),
      main: () => import("@/positions/TradeMainPane"),
      context: () => import("@/orders/TicketPane"),
    },
  },
  profile: {
    page: () => import("@/identity/AccountPage"),
    panes: {
      list: () => import("@/identity/AccountListPane"),
      main: () => import("@/funds/AccountMainPane"),
      context: () => import("@/identity/AccountContextPane"),
    },
  },
  quoteStock: { page: () => import("@/market/QuotePage") },
  quoteHongKong: { page: () => import("@/market/QuotePage") },
  quoteForex: { page: () => import("@/market/QuotePage") },
  quoteIndex: { page: () => import("@/market/QuotePage") },
  quoteFuture: { page: () => import("@/market/QuotePage") },
  quoteCrypto: { page: () => import("@/market/QuotePage") },
  quoteAuction: { page: () => import("@/market/offers/AuctionQuotePage") },
  auctions: { page: () => import("@/market/offers/AuctionsPage") },
  blocks: { page: () => import("@/market/offers/BlocksPage") },
  newStocks: { page: () => import("@/market/offers/NewStocksPage") },
  hongKong: { page: () => import("@/market/ClassListPage") },
  forex: { page: () => import("@/market/ClassListPage") },
  future: { page: () => import("@/market/ClassListPage") },
  agricultural: { page: () => import("@/market/ClassListPage") },
  crypto: { page: () => import("@/market/ClassListPage") },
  orderBook: { page: () => import("@/market/OrderBookPage") },
  watchlistManage: { page: () => import("@/watchlist/WatchlistManagePage") },
  popular: { page: () => import("@/market/PopularPage") },
  tradingDays: { page: () => import("@/market/TradingDaysPage") },
  rules: { page: () => import("@/market/rules/RulesPage") },
  sectors: { page: () => import("@/market/sectors/SectorsPage") },
  events: { page: () => import("@/market/EventsPage") },
  search: { page: () => import("@/market/SearchPage") },
  login: { page: () => import("@/identity/LoginPage") },
  register: { page: () => import("@/identity/RegisterPage") },
  resetPassword: { page: () => import("@/identity/ResetPasswordPage") },
  transactions: { page: () => import("@/funds/TransactionsPage") },
  transfer: { page: () => import("@/funds/TransferPage") },
  deposit: { page: () => import("@/funds/DepositPage") },
  depositFiat: { page: () => import("@/funds/DepositFiatPage") },
  depositCertificate: { page: () => import("@/funds/DepositCertificatePage") },
  depositWallet: { page: () => import("@/funds/DepositWalletPage") },
  depositRecord: { page: () => import("@/funds/DepositRecordPage") },
  withdrawCard: { page: () => import("@/funds/withdrawals/WithdrawCardPage") },
  withdrawWallet: { page: () => import("@/funds/withdrawals/WithdrawWalletPage") },
  withdrawal: { page: () => import("@/funds/withdrawals/WithdrawalPage") },
  withdrawalTimes: { page: () => import("@/funds/withdrawals/WithdrawalTimesPage") },
  payouts: { page: () => import("@/funds/payouts/PayoutsPage") },
  bankAccount: { page: () => import("@/funds/payouts/BankAccountPage") },
  walletAddress: { page: () => import("@/funds/payouts/WalletAddressPage") },
  settings: { page: () => import("@/settings/SettingsPage") },
  security: { page: () => import("@/identity/SecurityPage") },
  loginPassword: { page: () => import("@/identity/LoginPasswordPage") },
  payPassword: { page: () => import("@/identity/PayPasswordPage") },
  share: { page: () => import("@/identity/SharePage") },
  kyc: { page: () => import("@/kyc/KycPage") },
  kycIdCard: { page: () => import("@/kyc/IdCardPage") },
  kycPassport: { page: () => import("@/kyc/PassportPage") },
  notices: { page: () => import("@/inbox/NoticesPage") },
  notice: { page: () => import("@/inbox/NoticePage") },
  news: { page: () => import("@/news/NewsPage") },
  article: { page: () => import("@/news/ArticlePage") },
  webview: { page: () => import("@/news/WebviewPage") },
  payStock: { page: () => import("@/orders/OrderTicketPage") },
  payForex: { page: () => import("@/orders/OrderTicketPage") },
  payClose: { page: () => import("@/orders/ClosePage") },
  tradeDetail: { page: () => import("@/orders/TradeDetailPage") },
};
