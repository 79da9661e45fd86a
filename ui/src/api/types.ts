import type { components } from "./schema";

/**
 * The reply types that more than one file of the UI names, under the UI's own names. Where the
 * document says only that a value is text, and it is one of a few words, the words are named here.
 */
type Schemas = components["schemas"];
type Narrow<T, Words> = Omit<T, keyof Words> & Words;

/** `feed` is as `--feed` names it; `outboxHint` says where messages lie when none are sent. */
export type ServerFacts = Narrow<Schemas["ServerFacts"], { mode: "paper" | "live" }>;
export type User = Schemas["User"];
export type UserSession = Schemas["SessionItem"];

/** A row of a list. Prices are absent before the first tick. */
export type Stock = Schemas["StockRow"];
export type StockInfo = Schemas["StockInfo"];
export type Depth = Schemas["BookLevel"];
/** Start in Unix milliseconds, open, high, low, close, volume. The document cannot name the parts. */
export type Bar = (string | number)[];
export type WatchItem = Schemas["WatchedRow"];

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
export type Wallet = Narrow<Schemas["Wallet"], { walletType: WalletType }>;
export type BillEntry = Narrow<Schemas["BillRow"], { walletType: WalletType }>;
export type FundingOverview = Schemas["OverviewReply"];
export type Rate = Schemas["RateReply"];
export type Transfer = Schemas["TransferReply"];
export type DepositKind = "wallet" | "fiat";
export type DepositChannel = Narrow<Schemas["ChannelReply"], { channel: DepositKind }>;
export type Deposit = Schemas["DepositReply"];

/** 0 buys, 1 sells. */
export type Direction = 0 | 1;
/** 0 takes the market's price, 1 sets a limit. */
export type OrderType = 0 | 1;
export type TimeInForce = "day" | "gtc";
/** Half or all of what is possible, or a percentage of it. */
export type Size = "25" | "half" | "75" | "full";
export type OrderBody = Narrow<
  Schemas["OrderRequest"],
  { direction: Direction; orderType: OrderType; timeInForce?: TimeInForce }
>;
export type Order = Schemas["OrderReply"];
/** An order in lists, and as the push socket tells it (there without its name). */
export type OrderRow = Schemas["NamedOrder"];
export type OrderDetail = Schemas["OrderDetail"];
export type Preview = Schemas["CostReply"];
export type FeeLine = Schemas["FeeReply"];
export type FillRow = Schemas["FillRow"];
export type ClosedRow = Schemas["ClosedRow"];
export type Receipt = Schemas["Receipt"];
export type PositionRow = Schemas["PositionRow"];

export interface Paged<T> {
  list: T[];
  page: Schemas["PageInfo"];
}
