import type { PayoutKind } from "./payouts";
import type { Wire } from "./wire";

/** The durations of one step of a withdrawal, for those that completed it. */
export interface StepTimes {
  step: Wire["WithdrawalStep"];
  /** The number that completed it; like the times, in seconds, null if below `ENOUGH`. */
  count: number | null;
  median: number | null;
  slowest: number | null;
}

/** The durations of withdrawals over the last days. */
export interface WithdrawalTimes {
  days: number;
  /** True in paper mode: nobody is paid, and the times are simulated. */
  isPaper: boolean;
  /** True if the autopilot of paper mode decides; otherwise people do. */
  hasAutopilot: boolean;
  kinds: { kind: PayoutKind; steps: StepTimes[] }[];
}

/** The least number of withdrawals for a statistic. */
export const ENOUGH = 5;

export const decodeWithdrawalTimes = (wire: Wire["WithdrawalTimes"]): WithdrawalTimes => ({
  days: wire.days,
  isPaper: wire.isPaper,
  hasAutopilot: wire.hasAutopilot,
  kinds: wire.methods.map(({ method, steps }) => ({
    kind: method,
    steps: steps.map(({ step, count, medianSeconds, slowestSeconds }) => ({
      step,
      count: count ?? null,
      median: medianSeconds ?? null,
      slowest: slowestSeconds ?? null,
    })),
  })),
});
