import type { Withdrawal, WithdrawalStatus } from "@/api/withdrawals";

/** A station on the way of a withdrawal. */
export interface Step {
  name: WithdrawalStatus;
  /** When it was reached; null where that is still ahead, or not known. */
  at: number | null;
  isReached: boolean;
}

const WAY: readonly WithdrawalStatus[] = ["requested", "approved", "sent", "settled"];

/** The way of a withdrawal: where it has been and what is ahead, or where it ended instead. */
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

/** True where `told` is of a later state: a withdrawal never goes back. */
export const isLater = (told: Withdrawal, known: Withdrawal) =>
  RANKS[told.status] > RANKS[known.status];

/** True where it was sent, and the bank or the network gave it back. */
export const cameBack = ({ status, sentAt }: Withdrawal) =>
  status === "rejected" && sentAt !== null;

/** True where nothing arrives: all that was held or paid for it is the customer's to use again. */
export const cameToNothing = ({ status }: Withdrawal) =>
  status === "rejected" || status === "cancelled";

/** True while it is on its way. */
export const isUnderWay = ({ status }: Withdrawal) => RANKS[status] < RANKS.settled;
