import type { Money } from "./money";
import type { Chain, Payout, PayoutKind } from "./payouts";
import { moment, type Wire } from "./wire";

/** A way in which a currency can be sent. */
export interface WithdrawalWay {
  kind: PayoutKind;
  fee: string;
  /** The least that can be asked for, the fee included. */
  minimum: string;
}

/** What is sent by one method. */
export interface SentCurrency {
  kind: PayoutKind;
  currency: string;
  /** The chains that it is sent on; none for a card. */
  chains: Chain[];
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
  /** While there is one nothing can be withdrawn; the one that is told first lasts longest. */
  locks: WithdrawalLock[];
  /** Nothing can be withdrawn before the customer's identity is verified. */
  needsIdentity: boolean;
  /** What came in and is too little to be credited by itself: it is in no line. */
  suspense: Money[];
  /** How long each guard holds money back, in seconds; 0 where there is none. */
  waits: { address: number; coolingOff: number; credit: number };
  ways: WithdrawalWay[];
  /** All that can be sent now, in whichever currency this was asked about; null where an older server does not say. */
  sent: SentCurrency[] | null;
  /** Units of the funding account for one of the currency; null within one. */
  rate: string | null;
  rateSource: string | null;
  rateSince: string | null;
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
  sent:
    wire.sent?.map(({ method, currency, chains }) => ({ kind: method, currency, chains })) ?? null,
  rate: wire.rate ?? null,
  rateSource: wire.rateSource ?? null,
  rateSince: wire.rateSince ?? null,
});

/** How what can be withdrawn is asked for: in a currency, to a saved account. */
export const encodeUsable = (currency: string, payout: string) => ({ currency, accountId: payout });

/** Whether anything can be sent to a saved account now. A bank takes all that is sent to cards. */
export const isSentTo = (sent: readonly SentCurrency[], { kind, details }: Payout) =>
  sent.some(
    (way) =>
      way.kind === kind &&
      (kind === "card" ||
        (way.currency === details.currency && way.chains.some((chain) => chain === details.chain))),
  );
