import type { BillFilter, BillKind, Flow } from "@/api/bill";
import type { WalletType } from "@/api/funds";
import { DAY_MS, dateIn } from "@/ui/time";

/** What customers call one kind of movement. */
export const billGroups = {
  deposit: ["deposit", "chain_deposit", "suspense", "suspense_release"],
  withdrawal: ["withdrawal", "withdrawal_return"],
  transfer: ["transfer"],
  trade: ["trade_buy", "trade_sell"],
  dividend: ["dividend"],
  financing: ["financing"],
  fee: ["fee"],
} as const satisfies Record<string, readonly BillKind[]>;
export type BillGroup = keyof typeof billGroups;
export const billGroupNames = Object.keys(billGroups) as BillGroup[];
export const flows = ["in", "out"] as const satisfies Flow[];

/** How far back the bill reaches, in days, today among them. */
const PERIODS = { week: 7, month: 30, quarter: 91, year: 365 } as const;
/** `days` are those that the customer has chosen. */
export type BillPeriod = keyof typeof PERIODS | "days" | "all";
export const billPeriods = [
  "all",
  "week",
  "month",
  "quarter",
  "year",
  "days",
] as const satisfies BillPeriod[];

/** What the customer has chosen to see. */
export interface BillChoice {
  wallet: WalletType | undefined;
  group: BillGroup | undefined;
  flow: Flow | undefined;
  keyword: string | undefined;
  period: BillPeriod;
  from: string | undefined;
  to: string | undefined;
}

export const wholeBill: BillChoice = {
  wallet: undefined,
  group: undefined,
  flow: undefined,
  keyword: undefined,
  period: "all",
  from: undefined,
  to: undefined,
};

/** How many of the choices that a sheet hides say something. */
export const hiddenChoices = ({ group, flow, period }: BillChoice) =>
  [group, flow, period !== "all"].filter(Boolean).length;

/** Whether all that moved is chosen, in a period and in one account or all: what a statement of account is made of. */
export const isWhole = ({ group, flow, keyword }: BillChoice) => !group && !flow && !keyword;

function daysOf({ period, from, to }: BillChoice, now: number, timeZone: string) {
  if (period === "all") return {};
  if (period === "days") return { from, to };
  // Days are counted on the calendar: where clocks change, one has not 24 hours.
  const today = Date.parse(dateIn(now, timeZone));
  return { from: dateIn(today - (PERIODS[period] - 1) * DAY_MS, "UTC") };
}

/** What is asked of the server at a moment, by the clock of a zone. */
export const filterOf = (choice: BillChoice, now: number, timeZone: string): BillFilter => ({
  wallet: choice.wallet,
  kinds: choice.group && billGroups[choice.group],
  flow: choice.flow,
  keyword: choice.keyword,
  ...daysOf(choice, now, timeZone),
  timeZone,
});
