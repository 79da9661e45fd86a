import type { Rate } from "@/api/fundingOverview";
import type { Position } from "@/api/positions";
import { HOME_CURRENCY, kindOf, type TradingWallet, ticketOf } from "@/products";
import { converted, type Totals, type Valuation } from "@/trade/valuation";
import { add, subtract, sum } from "@/ui";

/** The holdings in one account: of one kind, and in its currency. */
export interface Group {
  wallet: TradingWallet;
  currency: string;
  onMargin: boolean;
  positions: Position[];
}

/** The holdings by account, in the order of each account's first holding. */
export function groupsOf(positions: readonly Position[]): Group[] {
  const groups = new Map<TradingWallet, Group>();
  for (const position of positions) {
    const { onMargin } = kindOf(position);
    const { wallet } = ticketOf(position);
    const group = groups.get(wallet) ?? {
      wallet,
      currency: position.currency,
      onMargin,
      positions: [],
    };
    group.positions.push(position);
    groups.set(wallet, group);
  }
  return [...groups.values()];
}

/** A holding with its present value. */
export interface Valued {
  position: Position;
  value: Valuation;
}

export interface Sums extends Totals {
  /** The rates used to convert amounts of other currencies. */
  rates: Rate[];
  /** Currencies without a known rate; the sums exclude them. */
  missing: string[];
}

/** What is not yet paid of a holding's profit: daily settlements have put the rest of a future's into its account. */
const unrealized = ({ position, value }: Valued) =>
  position.future ? subtract(value.profit, position.future.settledProfit) : value.profit;

/** The sums over all holdings. A position on margin is no asset besides its margin: only its profit counts. */
export function sumsOf(valued: readonly Valued[], rates: readonly Rate[] | undefined): Sums {
  const currencies = [...new Set(valued.map(({ position }) => position.currency))];
  const sums: Sums = { marketValue: "0.00", profit: "0.00", rates: [], missing: [] };
  for (const currency of currencies) {
    const own = valued.filter(({ position }) => position.currency === currency);
    const owned = own.filter(({ position }) => !position.margin);
    const marketValue = converted(
      sum(owned.map(({ value }) => value.marketValue)),
      currency,
      rates,
    );
    const profit = converted(sum(own.map(unrealized)), currency, rates);
    if (marketValue === null || profit === null) {
      sums.missing.push(currency);
      continue;
    }
    sums.marketValue = add(sums.marketValue, marketValue);
    sums.profit = add(sums.profit, profit);
    const rate = rates?.find(({ from, to }) => from === currency && to === HOME_CURRENCY);
    if (rate && currency !== HOME_CURRENCY) sums.rates.push(rate);
  }
  return sums;
}
