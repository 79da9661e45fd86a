import type { Withdrawal, WithdrawalStatus } from "@/api/withdrawals";

/** A step of a withdrawal. */
export interface Step {
  name: WithdrawalStatus;
  /** The time it was reached; null if it is ahead, or unknown. */
  at: number | null;
  isReached: boolean;
}

const WAY: readonly WithdrawalStatus[] = ["requested", "approved", "sent", "settled"];

/** The steps of a withdrawal: past and coming ones, or its different end. */
export function stepsOf(withdrawal: Withdrawal): Step[] {
  const { status, requestedAt, approvedAt, sentAt, endedAt } = withdrawal;
  const times = [requestedAt, approvedAt, sentAt, endedAt];
  const reached = WAY.indexOf(status);
  const step = (name: WithdrawalStatus, at: number | null, isReached: boolean): Step => ({
    name,
    at: isReached ? at : null,
    isReached,
  });
  if (reached >= 0) return WAY.map((name, i) => step(name, times[i] ?? null, i <= reached));
  const past = WAY.slice(0, sentAt === null ? 1 : 3);
  return [
    ...past.map((name, i) => step(name, times[i] ?? null, true)),
    step(status, endedAt, true),
  ];
}

const RANKS: Record<WithdrawalStatus, number> = {
  requested: 0,
  approved: 1,
  sent: 2,
  settled: 3,
  rejected: 3,
  cancelled: 3,
  other: 3,
};

/** True if `told` has a later state: a withdrawal never goes back. */
export const isLater = (told: Withdrawal, known: Withdrawal) =>
  RANKS[told.status] > RANKS[known.status];

/** True if it was sent, and the bank or the network returned it. */
export const cameBack = ({ status, sentAt }: Withdrawal) =>
  status === "rejected" && sentAt !== null;

/** True if nothing arrives: the customer can use all its held or paid money again. */
export const cameToNothing = ({ status }: Withdrawal) =>
  status === "rejected" || status === "cancelled";

/** True while it is under way. */
export const isUnderWay = ({ status }: Withdrawal) => RANKS[status] < RANKS.settled;
