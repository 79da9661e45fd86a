import type { WalletType } from "./funds";
import type { Money } from "./money";
import { decodePage, type Paged } from "./paging";
import { moment, type Wire } from "./wire";

export type BillKind = Wire["BillKind"];
export type Flow = Wire["Flow"];

/** One movement of a wallet. */
export interface BillEntry extends Money {
  id: string;
  /** Its place in its journal, which together with `id` names it. */
  line: number;
  kind: BillKind;
  wallet: WalletType;
  balanceAfter: string;
  /** What it was for, in words that need no language. */
  note: string;
  at: number;
  /** The day in the customer's zone, `2026-11-23`. */
  date: string;
}

/** What all movements of a day come to that are asked for, currency by currency. */
export interface BillDay {
  date: string;
  totals: Money[];
}

export interface BillPage extends Paged<BillEntry> {
  days: BillDay[];
  /** What later pages are asked with, so that they go on where this one ends. */
  upTo: string | null;
}

/** Which movements are asked for; what is absent says nothing. Days are those of `timeZone`. */
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
