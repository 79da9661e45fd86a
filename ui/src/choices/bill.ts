import type { BillKind, Flow } from "@/api/bill";

/** The kinds of movements in each group, as customers name it. */
export const billGroups = {
  deposit: ["deposit", "chain_deposit", "suspense", "suspense_release"],
  withdrawal: ["withdrawal", "withdrawal_return"],
  transfer: ["transfer"],
  trade: ["trade_buy", "trade_sell"],
  dividend: ["dividend"],
  variation: ["variation"],
  financing: ["financing"],
  fee: ["fee"],
} as const satisfies Record<string, readonly BillKind[]>;
export type BillGroup = keyof typeof billGroups;
export const billGroupNames = Object.keys(billGroups) as BillGroup[];
export const flows = ["in", "out"] as const satisfies Flow[];

/** The periods of the bill; `days` is a range that the customer has entered. */
export const billPeriods = ["all", "week", "month", "quarter", "year", "days"] as const;
export type BillPeriod = (typeof billPeriods)[number];
