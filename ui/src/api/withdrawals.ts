import type { Money } from "./money";
import { decodePage } from "./paging";
import type { Chain, PayoutKind } from "./payouts";
import { moment, momentOrNull, type Wire } from "./wire";

/** `other` is a status of a newer server that this UI does not know. */
export type WithdrawalStatus =
  | "requested"
  | "approved"
  | "sent"
  | "settled"
  | "rejected"
  | "cancelled"
  | "other";

/** A withdrawal, to a copy of the chosen saved account. */
export interface Withdrawal {
  id: string;
  kind: PayoutKind;
  status: WithdrawalStatus;
  /** The end of the destination's number or address. */
  destination: string;
  bankName: string | null;
  chain: Chain | null;
  /** The requested amount, fee included. */
  asked: Money;
  /** In the currency of `asked`, like `arriving`. */
  fee: string;
  arriving: string;
  /** The amount that the funding account pays. */
  paid: Money;
  /** Null within one currency. */
  rate: string | null;
  /** The reason for a rejection. */
  reason: string | null;
  requestedAt: number;
  approvedAt: number | null;
  /** The reviewer: the autopilot of paper mode, which is no person, or two people. */
  reviewedBy: Wire["ApplicationReviewer"] | null;
  /** The way in which it was sent. */
  sentBy: Wire["Sending"] | null;
  /** Evidence of a payment sent by hand, such as the transaction on its chain. */
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

/** Reads a pushed message: its withdrawal, or null if it concerns something else. */
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

/** Reads a withdrawal request that `encodeWithdrawal` has written. */
export const decodeNewWithdrawal = (sent: WithdrawalRequest): NewWithdrawal => ({
  kind: sent.method,
  payout: sent.accountId,
  currency: sent.currency,
  amount: sent.amount,
});
