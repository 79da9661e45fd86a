import type { PayoutKind } from "./payouts";
import type { Wire } from "./wire";

/** How long a part of the way took those that came to its end. */
export interface StepTimes {
  step: Wire["WithdrawalStep"];
  /** How many came to its end; like the times, which are seconds, null where they are fewer than `ENOUGH`. */
  count: number | null;
  median: number | null;
  slowest: number | null;
}

/** How long withdrawals took in the last days. */
export interface WithdrawalTimes {
  days: number;
  /** Nobody is paid, and the times are those of a play. */
  isPaper: boolean;
  /** The autopilot of paper mode decides; without it people do. */
  hasAutopilot: boolean;
  kinds: { kind: PayoutKind; steps: StepTimes[] }[];
}

/** How many withdrawals say something. */
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
