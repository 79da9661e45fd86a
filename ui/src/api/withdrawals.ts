import type { Money } from "./money";
import { decodePage } from "./paging";
import type { Chain, PayoutKind } from "./payouts";
import { moment, momentOrNull, type Wire } from "./wire";

/** `other` is what a newer server knows and this UI does not. */
export type WithdrawalStatus =
  | "requested"
  | "approved"
  | "sent"
  | "settled"
  | "rejected"
  | "cancelled"
  | "other";

/** Money on its way out, to a copy of the saved account that was chosen. */
export interface Withdrawal {
  id: string;
  kind: PayoutKind;
  status: WithdrawalStatus;
  /** The end of the number or address that it goes to. */
  destination: string;
  bankName: string | null;
  chain: Chain | null;
  /** What was asked for, the fee included. */
  asked: Money;
  /** In the currency of what was asked for, like `arriving`. */
  fee: string;
  arriving: string;
  /** What the funding account pays. */
  paid: Money;
  /** Null within one currency. */
  rate: string | null;
  /** Why it was rejected. */
  reason: string | null;
  requestedAt: number;
  approvedAt: number | null;
  /** Who decided: the autopilot of paper mode, which is no person, or two reviewers. */
  reviewedBy: Wire["ApplicationReviewer"] | null;
  /** How it was sent. */
  sentBy: Wire["Sending"] | null;
  /** What shows that it was sent by hand, such as the transaction on its chain. */
  reference: string | null;
  sentAt: number | null;
  endedAt: number | null;
}

export interface NewWithdrawal extends Money {
  kind: PayoutKind;
  /** The id of the saved account. */
  payout: string;
}

const STATUSES: Record<Wire["WithdrawalStatus"], WithdrawalStatus> = {
  0: "requested",
  1: "settled",
  2: "rejected",
  3: "cancelled",
  4: "approved",
  5: "sent",
};

export const decodeWithdrawal = (wire: Wire["WithdrawalReply"]): Withdrawal => ({
  id: wire.id,
  kind: wire.method,
  status: STATUSES[wire.status] ?? "other",
  destination: wire.destination,
  bankName: wire.bankName ?? null,
  chain: wire.chain ?? null,
  asked: { amount: wire.amount, currency: wire.currency },
  fee: wire.fee,
  arriving: wire.netAmount,
  paid: { amount: wire.debitAmount, currency: wire.debitCurrency },
  rate: wire.rate ?? null,
  reason: wire.reason ?? null,
  requestedAt: moment(wire.createTimeTimestamp),
  approvedAt: momentOrNull(wire.reviewTimestamp),
  reviewedBy: wire.reviewedBy ?? null,
  sentBy: wire.sentBy ?? null,
  reference: wire.reference ?? null,
  sentAt: momentOrNull(wire.sentTimestamp),
  endedAt: momentOrNull(wire.endTimestamp),
});

export const decodeWithdrawalPage = decodePage(decodeWithdrawal);

/** Reads a message of the socket: the withdrawal that it is about, or null where it is about something else. */
export function decodeWithdrawalMessage(data: unknown): Withdrawal | null {
  const message = data as Wire["WithdrawalReply"] & { kind: string };
  return message.kind === "withdrawal" ? decodeWithdrawal(message) : null;
}

export const encodeWithdrawal = ({ kind, payout, currency, amount }: NewWithdrawal) => ({
  method: kind,
  accountId: payout,
  currency,
  amount,
});

type WithdrawalRequest = ReturnType<typeof encodeWithdrawal>;

/** A withdrawal that was asked for, as `encodeWithdrawal` has written it. */
export const decodeNewWithdrawal = (sent: WithdrawalRequest): NewWithdrawal => ({
  kind: sent.method,
  payout: sent.accountId,
  currency: sent.currency,
  amount: sent.amount,
});
