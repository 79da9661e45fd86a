/**
 * The server's calls, kept by hand until its OpenAPI document generates schema.d.ts.
 * Money, prices, quantities and percentages are decimal strings; …Timestamp is Unix milliseconds.
 */
import type { TradingPaths } from "./trading";

interface Content<T> {
  content: { "application/json": T };
}
interface Answer<T> {
  200: Content<{ code: number; msg: string; data: T }>;
  default: Content<{ code: number; msg: string; data: unknown }>;
}
interface Get<Query, Data> {
  get: { parameters: { query?: Query }; responses: Answer<Data> };
}
export interface Post<Body, Data> {
  post: {
    parameters: { header?: { "Idempotency-Key"?: string } };
    requestBody: Content<Body>;
    responses: Answer<Data>;
  };
}
type Nothing = Record<string, never>;

export interface PageQuery {
  pageNum?: number;
  pageSize?: number;
}
export interface Paged<T> {
  list: T[];
  page: { pageNum: number; pageSize: number; total: number };
}

export interface ServerFacts {
  version: string;
  mode: "paper" | "live";
  feed: string;
  mailDelivery: "smtp" | "outbox";
  outboxHint: string | null;
  openAroundTheClock: boolean;
  supportedLanguages: string[];
  minimumDeposit: string;
}

export interface User {
  userLoginId: string;
  name: string;
  email: string;
  phone: string | null;
  inviteCode: string;
  kycStatus: number;
  payPasswordSet: boolean;
  blockTradeStatus: number;
  createTimeTimestamp: string;
}

export type MarketSession = "pre" | "regular" | "after" | "closed";

export interface Stock {
  id: string;
  name: string;
  stock_code: string;
  market: string;
  source: number;
  classify: string;
  exchange: string;
  currency: string;
  price_nominal: string;
  change: string;
  change_ratio: string;
  open: string;
  high: string;
  low: string;
  prevClose: string;
  bid: string;
  ask: string;
  bidSize: string;
  askSize: string;
  volume: string;
  fall: boolean;
  indicatorsQuoteClose: string[];
  localLogoUrl: string | null;
  selfSelectStatus: boolean;
  feed: string;
  tickSeq: string;
  quoteTimestamp: string;
  stale: boolean;
  session: MarketSession;
  tradable: boolean;
}

/** One level of the book: price and size. */
export type Depth = string[];

export interface StockDetail {
  stockInfo: Stock & {
    profile: string;
    tickSize: string;
    lotSize: string;
    week52High: string;
    week52Low: string;
    marketCap: string | null;
    amplitude: string;
    asks: Depth[];
    bids: Depth[];
    sessionOpensTimestamp: string | null;
    sessionClosesTimestamp: string | null;
    openAroundTheClock: boolean;
  };
  selfSelectStatus: boolean;
  currencyUsDatetime: string;
}

export interface StockSummary {
  profile: string;
  exchange: string;
  classify: string;
  listDate: string | null;
  employees: string | null;
  website: string | null;
  headquarters: string | null;
}

/** Time in Unix milliseconds, open, high, low, close, volume. */
export type Bar = (string | number)[];

export type WatchItem = Stock & { watchId: string };

export interface FundingOverview {
  currency: string;
  totalAssets: string;
  cash: string;
  marketValue: string;
  todayProfit: string;
  todayProfitRatio: string;
  hkTodayProfit: string;
  unrealizedProfit: string;
  history: (string | number)[][];
  rates: Rate[];
}

/** How many `to` one `from` is worth at the server, and where that rate comes from. */
export interface Rate {
  from: string;
  to: string;
  rate: string;
  source: string;
}

export interface UserSession {
  id: string;
  current: boolean;
  device: string;
  address: string;
  createTimeTimestamp: string;
  lastSeenTimestamp: string;
}

export type WalletType =
  | "BALANCE"
  | "STOCK"
  | "HK_STOCK"
  | "FUTURE"
  | "SUBSCRIPTION"
  | "FOREX"
  | "FOLLOW"
  | "FOLLOW_FUTURES"
  | "CRYPTOCURRENCY";

export interface Wallet {
  walletType: WalletType;
  currency: string;
  /** Total cash, what is held included. */
  balance: string;
  /** What open orders and the like hold. */
  usedBalance: string;
  availableBalance: string;
  /** Counts up with each change, so that a reply and a push can be put in order. */
  version: number;
}

export interface BillEntry {
  /** The journal; with `line` it names the entry. */
  id: string;
  line: number;
  kind: string;
  walletType: WalletType;
  currency: string;
  /** Signed: what leaves the wallet is negative. */
  amount: string;
  balanceAfter: string;
  createTimeTimestamp: string;
  localTime: string;
  note: string;
  orderId: string | null;
}

export interface Transfer {
  id: string;
  /** 0 pending, 1 completed, 2 cancelled. */
  status: number;
  fromAmount: string;
  fromCurrency: string;
  toAmount: string;
  toCurrency: string;
  rate: string | null;
}

export type DepositKind = "wallet" | "fiat";

export interface DepositChannel {
  channel: DepositKind;
  currency: string;
  network: string | null;
  address: string | null;
  minAmount: string;
  creditCurrency: string;
  rate: string;
  confirmations: number | null;
  paper: boolean;
}

export interface Deposit {
  id: string;
  channel: string;
  currency: string;
  amount: string;
  creditAmount: string;
  /** 0 pending review, 1 completed, 2 failed. */
  status: number;
  reason: string | null;
  createTimeTimestamp: string;
  reviewTimestamp: string | null;
}

export interface Position {
  id: string | null;
  positionNum: string;
  availableNum: string;
  isolatedPosition: string;
}

export interface PositionRow {
  id: string;
  stock_code: string;
  name: string;
  market: string;
  source: number;
  direction: 0 | 1;
  positionNum: string;
  availableNum: string;
  isolatedPosition: string;
  /** Null before the first tick; so is what is worked out from it. */
  price: string | null;
  avgPrice: string;
  marketValue: string | null;
  zdf: string | null;
  profit: string | null;
  todayProfit: string | null;
  fee: string;
  currency: string;
  status: number;
  createTimeTimestamp: string;
  modifyTimeTimestamp: string;
  version: number;
}

interface StockListQuery extends PageQuery {
  exchange?: string;
}

export interface paths extends TradingPaths {
  "/appVersion/getPublishAppVersion": Get<Nothing, ServerFacts>;
  "/m_ft/topList": Get<PageQuery, Stock[]>;
  "/m_ft/hot_stock": Get<PageQuery, Paged<Stock>>;
  "/m_ft/home_custom_list": Get<Nothing, { gainers: Stock[]; losers: Stock[]; actives: Stock[] }>;
  "/m_ft/all_stock_list": Get<StockListQuery & { classify?: string }, Paged<Stock>>;
  "/m_ft/stock_list": Get<
    StockListQuery & { type: "gainers" | "losers" | "actives" },
    Paged<Stock>
  >;
  "/m_ft/stock_detail_ft": Get<{ stockCode: string; market?: string }, StockDetail>;
  "/m_ft/summary_detail": Get<{ stockCode: string }, StockSummary>;
  "/m_ft/kline": Get<{ stockCode: string; type: string; market?: string }, Bar[]>;
  "/quotes/getStock": Get<PageQuery & { keyword: string }, Paged<Stock>>;
  "/userSelfSecurity/selectSelfSelectionStocksData": Get<Nothing, WatchItem[]>;
  "/userSelfSecurity/save": Post<
    { classify: string; assettype: string; securityName: string; secuCode: string; market: string },
    { id: string }
  >;
  "/userSelfSecurity/delete/{id}": {
    post: { parameters: { path: { id: string } }; responses: Answer<Nothing> };
  };
  "/userSelfSecurity/deleteByStockCode/{stockCode}": {
    post: {
      parameters: { path: { stockCode: string }; query?: { market?: string } };
      responses: Answer<Nothing>;
    };
  };
  "/market/getMaket": Post<
    { stkName: string; stkcode: string },
    { market: string; marketType: string; classify: string }
  >;
  "/userSelfSecurity/reorder": Post<{ ids: string[] }, Nothing>;
  "/userCenter/getFundingOverview": Post<{ classify?: string }, FundingOverview>;
  "/getEmailCode": Post<
    { email: string; scene: "register" | "resetPassword" | "security" },
    { expiresIn: number; resendIn: number }
  >;
  "/register/email": Post<
    { email: string; code: string; password: string; inviteCode?: string },
    { token: string; user: User }
  >;
  "/loginByUsername": Post<{ username: string; password: string }, { token: string; user: User }>;
  "/logout": Post<Nothing, Nothing>;
  "/api/user/info": Post<Nothing, User>;
  "/resetPassword": Post<{ email: string; code: string; password: string }, Nothing>;
  "/updatePassword": Post<{ oldPassword: string; password: string }, Nothing>;
  "/settingPayPassword": Post<{ payPassword: string; code?: string }, Nothing>;
  "/updatePayPassword": Post<{ oldPayPassword: string; payPassword: string }, Nothing>;
  "/api/user/sessions": Post<Nothing, UserSession[]>;
  "/api/user/sessions/end": Post<{ id?: string; all?: boolean }, Nothing>;
  "/userCenter/getWalletBalance": Post<Nothing, Wallet[]>;
  "/wallet/getWalletBill": Post<
    PageQuery & { walletType?: WalletType; timeZone: string },
    Paged<BillEntry>
  >;
  "/wallet/transfer": Post<
    { from: WalletType; to: WalletType; amount: string; payPassword: string },
    Transfer
  >;
  "/recharge/currency/selectList": Post<{ channel?: DepositKind }, DepositChannel[]>;
  "/recharge/create": Post<
    { channel: DepositKind; currency: string; amount: string },
    { id: string; status: number; reason: string | null }
  >;
  "/recharge/listPage": Post<PageQuery, Paged<Deposit>>;
  "/position/me": Post<PageQuery & { source?: number }, Paged<PositionRow>>;
}
