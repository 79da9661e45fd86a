import type { WalletType } from "./funds";
import type { Money } from "./money";
import { decodePage, type Paged } from "./paging";
import { moment, type Wire } from "./wire";

export type BillKind = Wire["BillKind"];
export type Flow = Wire["Flow"];

/** One movement of a wallet. */
export interface BillEntry extends Money {
  id: string;
  /** The line in its journal; with `id` it identifies the movement. */
  line: number;
  kind: BillKind;
  wallet: WalletType;
  balanceAfter: string;
  /** A note of its purpose, independent of language. */
  note: string;
  at: number;
  /** The day in the customer's zone, `2026-11-23`. */
  date: string;
}

/** The sums of a day's movements that match the filter, one per currency. */
export interface BillDay {
  date: string;
  totals: Money[];
}

export interface BillPage extends Paged<BillEntry> {
  days: BillDay[];
  /** Sent with the requests for later pages, so that they continue this one. */
  upTo: string | null;
}

/** A filter for movements; absent fields filter nothing. Days are those of `timeZone`. */
export interface BillFilter {
  wallet?: WalletType | undefined;
  kinds?: readonly BillKind[] | undefined;
  flow?: Flow | undefined;
  keyword?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  timeZone: string;
}

export const encodeBill = (filter: BillFilter) => ({
  timeZone: filter.timeZone,
  ...(filter.wallet ? { walletType: filter.wallet } : {}),
  ...(filter.kinds ? { kinds: filter.kinds.join() } : {}),
  ...(filter.flow ? { flow: filter.flow } : {}),
  ...(filter.keyword ? { keyword: filter.keyword } : {}),
  ...(filter.from ? { startDate: filter.from } : {}),
  ...(filter.to ? { endDate: filter.to } : {}),
});

export const decodeBillEntry = (wire: Wire["BillRow"]): BillEntry => ({
  id: wire.id,
  line: wire.line,
  kind: wire.kind,
  wallet: wire.walletType,
  amount: wire.amount,
  currency: wire.currency,
  balanceAfter: wire.balanceAfter,
  note: wire.note,
  at: moment(wire.createTimeTimestamp),
  date: wire.localDate,
});

const decodeRows = decodePage(decodeBillEntry);

export const decodeBillPage = (wire: Wire["BillPage"]): BillPage => ({
  ...decodeRows(wire),
  days: wire.days.map(({ date, totals }) => ({
    date,
    totals: totals.map(({ amount, currency }) => ({ amount, currency })),
  })),
  upTo: wire.upTo ?? null,
});
