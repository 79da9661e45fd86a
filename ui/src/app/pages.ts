import type { ComponentType } from "react";
import type { Place, PropsOf, ScreenName } from "@/screens";

/** The page bundled with the app: most visits begin at the home page, and it should not load separately. */
export const WITH_APP = "with the app";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface Pages<Props> {
  /** The page, whose code loads when first opened. It gets the values of the screen's `query` as props. */
  page: Load<Props> | typeof WITH_APP;
  /**
   * The initial content of a workspace's panes, for a tab, and what is beside an opened screen, in the panes of its
   * row. It gets the page's props; without a list, the page itself fills that pane of a tab.
   */
  panes?: Partial<Record<Place, Load<Props>>>;
}

/**
 * The page of each screen. It imports the pages, while they import `screens.ts`: a page links to others without
 * importing them. No first screen waits for this list.
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
    page: () => import("@/market/lists/MarketPage"),
    panes: {
      list: () => import("@/market/lists/MarketFiltersPane"),
      main: () => import("@/market/lists/MarketTablePane"),
      context: () => import("@/desk/MarketQuotePane"),
    },
  },
  watchlist: {
    page: () => import("@/desk/WatchlistPage"),
    panes: {
      main: () => import("@/desk/WatchedQuotePane"),
      context: () => import("@/desk/WatchedTicketPane"),
    },
  },
  trade: {
    page: () => import("@/desk/TradePage"),
    panes: {
      list: () => import("@/desk/TradeListPane"),
      main: () => import("@/desk/TradeMainPane"),
      context: () => import("@/orders/TicketPane"),
    },
  },
  profile: {
    page: () => import("@/identity/AccountPage"),
    panes: {
      list: () => import("@/identity/AccountListPane"),
      main: () => import("@/identity/AccountMainPane"),
      context: () => import("@/identity/AccountContextPane"),
    },
  },
  quoteStock: { page: () => import("@/desk/QuotePage") },
  quoteHongKong: { page: () => import("@/desk/QuotePage") },
  quoteForex: { page: () => import("@/desk/QuotePage") },
  quoteIndex: { page: () => import("@/desk/QuotePage") },
  quoteFuture: { page: () => import("@/desk/QuotePage") },
  quoteCrypto: { page: () => import("@/desk/QuotePage") },
  quoteAuction: { page: () => import("@/market/offers/AuctionQuotePage") },
  auctions: { page: () => import("@/market/offers/AuctionsPage") },
  blocks: { page: () => import("@/market/offers/BlocksPage") },
  newStocks: { page: () => import("@/market/offers/NewStocksPage") },
  hongKong: { page: () => import("@/market/lists/ClassListPage") },
  forex: { page: () => import("@/market/lists/ClassListPage") },
  future: { page: () => import("@/market/lists/ClassListPage") },
  agricultural: { page: () => import("@/market/lists/ClassListPage") },
  crypto: { page: () => import("@/market/lists/ClassListPage") },
  orderBook: {
    page: () => import("@/desk/OrderBookPage"),
    panes: {
      list: () => import("@/desk/coin/CoinBookPane"),
      context: () => import("@/desk/coin/CoinTicketPane"),
    },
  },
  watchlistManage: { page: () => import("@/watchlist/WatchlistManagePage") },
  popular: { page: () => import("@/market/lists/PopularPage") },
  tradingDays: { page: () => import("@/market/days/TradingDaysPage") },
  rules: { page: () => import("@/market/rules/RulesPage") },
  sectors: { page: () => import("@/market/sectors/SectorsPage") },
  events: { page: () => import("@/market/days/EventsPage") },
  search: { page: () => import("@/market/search/SearchPage") },
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
  payFuture: { page: () => import("@/orders/OrderTicketPage") },
  payCrypto: { page: () => import("@/orders/OrderTicketPage") },
  payClose: { page: () => import("@/orders/ClosePage") },
  tradeDetail: { page: () => import("@/orders/TradeDetailPage") },
};
