import type { Money } from "./money";
import type { Wire } from "./wire";

/** A currency on a chain. */
export interface CoinNetwork {
  currency: string;
  network: string;
}

/** Where a customer sends coins, and what becomes of them. */
export interface DepositAddress extends CoinNetwork {
  address: string;
  /** Blocks that must hold a payment before it is credited. */
  confirmations: number;
  /** Less stands in suspense. */
  minimum: string;
  maximum: string;
  /** A simulated chain: nothing real may be sent to the address. */
  paper: boolean;
}

/** What came in of a currency and is less than the minimum. */
export interface Suspense {
  sum: Money;
  /** From this sum on it is credited by itself. */
  minimum: string;
  /** What it was worth when it came in. */
  worth: Money;
}

/** Coins that are sent on a simulated chain. */
export interface TestPayment extends CoinNetwork {
  amount: string;
}

export const decodeDepositAddress = (wire: Wire["DepositAddressReply"]): DepositAddress => ({
  address: wire.address,
  currency: wire.currency,
  network: wire.network,
  confirmations: wire.confirmations,
  minimum: wire.minAmount,
  maximum: wire.maxAmount,
  paper: wire.paper,
});

export const decodeSuspense = (wire: Wire["SuspenseReply"]): Suspense => ({
  sum: { amount: wire.amount, currency: wire.currency },
  minimum: wire.minAmount,
  worth: { amount: wire.creditAmount, currency: wire.creditCurrency },
});

/** What was credited when the customer asked. */
export const decodeRelease = (wire: Wire["SuspenseReleaseReply"]): Money => ({
  amount: wire.creditAmount,
  currency: wire.creditCurrency,
});
