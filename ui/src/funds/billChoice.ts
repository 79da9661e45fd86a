import type { BillFilter, Flow } from "@/api/bill";
import type { WalletType } from "@/api/funds";
import { type BillGroup, type BillPeriod, billGroups } from "@/choices/bill";
import { DAY_MS, dateIn } from "@/ui/time";

/** The periods of the bill in days, today included. */
const PERIODS = { week: 7, month: 30, quarter: 91, year: 365 } as const satisfies Partial<
  Record<BillPeriod, number>
>;

/** The customer's choice of movements. */
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

/** The number of active filters within the sheet. */
export const hiddenChoices = ({ group, flow, period }: BillChoice) =>
  [group, flow, period !== "all"].filter(Boolean).length;

/** True for all movements of a period in one account or all: those make a statement of account. */
export const isWhole = ({ group, flow, keyword }: BillChoice) => !group && !flow && !keyword;

function daysOf({ period, from, to }: BillChoice, now: number, timeZone: string) {
  if (period === "all") return {};
  if (period === "days") return { from, to };
  // Counts calendar days: on a clock change a day does not have 24 hours.
  const today = Date.parse(dateIn(now, timeZone));
  return { from: dateIn(today - (PERIODS[period] - 1) * DAY_MS, "UTC") };
}

/** The server's filter at a moment, by the clock of a zone. */
export const filterOf = (choice: BillChoice, now: number, timeZone: string): BillFilter => ({
  wallet: choice.wallet,
  kinds: choice.group && billGroups[choice.group],
  flow: choice.flow,
  keyword: choice.keyword,
  ...daysOf(choice, now, timeZone),
  timeZone,
});
