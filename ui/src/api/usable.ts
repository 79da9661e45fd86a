import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import type { Money } from "./money";
import type { Chain, Payout, PayoutKind } from "./payouts";
import { moment, type Wire } from "./wire";

/** A method by which a currency can be sent. */
export interface WithdrawalWay {
  kind: PayoutKind;
  fee: string;
  /** The least amount of a request, fee included. */
  minimum: string;
}

/** A currency that one method can send. */
export interface SentCurrency {
  kind: PayoutKind;
  currency: string;
  /** Its chains; empty for a card. */
  chains: Chain[];
}

/** A part of the usable amount; negative for a deduction. */
export interface UsableLine {
  name: string;
  amount: string;
}

/** A lock on withdrawals until a moment, by the server's name for it. */
export interface WithdrawalLock {
  name: string;
  until: number;
}

/** The amount of a currency that can be withdrawn; the lines add up to it. */
export interface Usable {
  currency: string;
  usable: string;
  lines: UsableLine[];
  /** While there is one nothing can be withdrawn; the first one lasts longest. */
  locks: WithdrawalLock[];
  /** True if nothing can be withdrawn before the customer's identity is verified. */
  needsIdentity: boolean;
  /** Deposits too small to be credited automatically: they are in no line. */
  suspense: Money[];
  /** The delay of each guard, in seconds; 0 without one. */
  waits: { address: number; coolingOff: number; credit: number };
  ways: WithdrawalWay[];
  /** All that can be sent now, in any currency; null if an older server does not say. */
  sent: SentCurrency[] | null;
  /** Units of the funding account's currency for one of this currency; null within one. */
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

/** The request for the usable amount of a currency, for a saved account. */
export const encodeUsable = (currency: string, payout: string) => ({ currency, accountId: payout });

/** True if something can be sent to a saved account now. A bank takes everything that is sent to cards. */
export const isSentTo = (sent: readonly SentCurrency[], { kind, details }: Payout) =>
  sent.some(
    (way) =>
      way.kind === kind &&
      (kind === "card" ||
        (way.currency === details.currency && way.chains.some((chain) => chain === details.chain))),
  );

/** The usable amount of the funding account in its own currency, for any destination. */
export const usable = queryOptions({
  queryKey: [...families.usable, "any"],
  queryFn: ({ signal }) =>
    reply(api.GET("/withdrawal/getUsableWithdrawalAmount", { signal })).then(decodeUsable),
});

/** The usable amount in a currency for a saved account, with its lines. */
export const usableIn = (currency: string, payout: string) =>
  queryOptions({
    queryKey: [...families.usable, currency, payout],
    queryFn: ({ signal }) =>
      reply(
        api.GET("/withdrawal/getUsableWithdrawalAmount", {
          params: { query: encodeUsable(currency, payout) },
          signal,
        }),
      ).then(decodeUsable),
  });
