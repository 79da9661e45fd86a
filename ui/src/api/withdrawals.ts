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
  sentAt: number | null;
  endedAt: number | null;
}

export interface NewWithdrawal extends Money {
  kind: PayoutKind;
  /** The id of the saved account. */
  payout: string;
}

/** A way in which a currency can be sent. */
export interface WithdrawalWay {
  kind: PayoutKind;
  fee: string;
  /** The least that can be asked for, the fee included. */
  minimum: string;
}

/** A part of what can be withdrawn; negative where it is taken off. */
export interface UsableLine {
  name: string;
  amount: string;
}

/** What keeps a customer's money back until a moment, by the server's word. */
export interface WithdrawalLock {
  name: string;
  until: number;
}

/** What can be withdrawn in a currency, and what makes it so much: the lines add up to it. */
export interface Usable {
  currency: string;
  usable: string;
  lines: UsableLine[];
  /** While there is one nothing can be withdrawn; the one that is told first lasts longest to get past. */
  locks: WithdrawalLock[];
  /** Nothing can be withdrawn before the customer's identity is verified. */
  needsIdentity: boolean;
  /** What came in and is too little to be credited by itself: it is in no line. */
  suspense: Money[];
  /** How long each guard holds money back, in seconds; 0 where there is none. */
  waits: { address: number; coolingOff: number; credit: number };
  ways: WithdrawalWay[];
  /** Units of the funding account for one of the currency; null within one. */
  rate: string | null;
  rateSource: string | null;
  rateSince: string | null;
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
  sentAt: momentOrNull(wire.sentTimestamp),
  endedAt: momentOrNull(wire.endTimestamp),
});

export const decodeWithdrawalPage = decodePage(decodeWithdrawal);

/** Reads a message of the socket: the withdrawal that it is about, or null where it is about something else. */
export function decodeWithdrawalMessage(data: unknown): Withdrawal | null {
  const message = data as Wire["WithdrawalReply"] & { kind: string };
  return message.kind === "withdrawal" ? decodeWithdrawal(message) : null;
}

export const decodeUsable = (wire: Wire["UsableReply"]): Usable => ({
  currency: wire.currency,
  usable: wire.usable,
  lines: wire.lines.map(({ name, amount }) => ({ name, amount })),
  locks: wire.locks.map(({ name, untilTimestamp }) => ({ name, until: moment(untilTimestamp) })),
  needsIdentity: wire.identityRequired,
  suspense: wire.suspense.map(({ currency, amount }) => ({ currency, amount })),
  waits: {
    address: wire.addressLockSeconds,
    coolingOff: wire.coolingOffSeconds,
    credit: wire.creditHoldSeconds,
  },
  ways: wire.methods.map(({ method, fee, minAmount }) => ({
    kind: method,
    fee,
    minimum: minAmount,
  })),
  rate: wire.rate ?? null,
  rateSource: wire.rateSource ?? null,
  rateSince: wire.rateSince ?? null,
});

/** How what can be withdrawn is asked for: in a currency, to a saved account. */
export const encodeUsable = (currency: string, payout: string) => ({ currency, accountId: payout });

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
