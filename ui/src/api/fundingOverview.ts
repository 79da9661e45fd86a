import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import type { Wire } from "./wire";

/** The value of one unit of `from` in `to`. */
export interface Rate {
  from: string;
  to: string;
  rate: string;
  source: string;
}

/** The worth of the account. Amounts are in `currency`. */
export interface FundingOverview {
  currency: string;
  /** Cash and positions. */
  total: string;
  marketValue: string;
  todayProfit: string;
  todayProfitPercent: string;
  /** Today's gain on shares of Hong Kong, in HKD. */
  hongKongTodayProfit: string;
  /** The totals of the past, oldest first. */
  history: { at: number; total: string }[];
  rates: Rate[];
}

export const decodeOverview = (wire: Wire["OverviewReply"]): FundingOverview => ({
  currency: wire.currency,
  total: wire.totalAssets,
  marketValue: wire.marketValue,
  todayProfit: wire.todayProfit,
  todayProfitPercent: wire.todayProfitRatio,
  hongKongTodayProfit: wire.hkTodayProfit,
  history: wire.history.map(([at, total]) => ({ at: Number(at), total: String(total) })),
  rates: wire.rates,
});

/** The account's worth, and the exchange rates that it and transfers use. */
export const fundingOverview = queryOptions({
  queryKey: families.fundingOverview,
  queryFn: ({ signal }) =>
    reply(api.POST("/userCenter/getFundingOverview", { signal })).then(decodeOverview),
});
