/**
 * The reply types that more than one file of the UI names.
 */
export type {
  Bar,
  BillEntry,
  Deposit,
  DepositChannel,
  DepositKind,
  Depth,
  FundingOverview,
  Paged,
  Position,
  PositionRow,
  Rate,
  ServerFacts,
  Stock,
  StockDetail,
  StockSummary,
  Transfer,
  User,
  UserSession,
  Wallet,
  WalletType,
  WatchItem,
} from "./contract";
