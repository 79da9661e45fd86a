/**
 * The reply types that more than one file of the UI names.
 */
export type {
  Bar,
  Depth,
  FundingOverview,
  Paged,
  Position,
  PositionRow,
  ServerFacts,
  Stock,
  StockDetail,
  StockSummary,
  User,
  WatchItem,
} from "./contract";
