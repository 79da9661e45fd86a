import type { Money } from "./money";
import type { Wire } from "./wire";

/** A currency on a chain. */
export interface CoinNetwork {
  currency: string;
  network: string;
}

/** The customer's address for coins, and the terms of its deposits. */
export interface DepositAddress extends CoinNetwork {
  address: string;
  /** Confirmations that a payment needs before it is credited. */
  confirmations: number;
  /** The least deposit that is credited; less is held in suspense. */
  minimum: string;
  maximum: string;
  /** True for a simulated chain: nothing real may be sent to the address. */
  paper: boolean;
}

/** Deposits in a currency that are below the minimum. */
export interface Suspense {
  sum: Money;
  /** The sum from which the coins are credited automatically. */
  minimum: string;
  /** The value when the coins arrived. */
  worth: Money;
}

/** Coins to be sent on a simulated chain. */
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

/** The money credited when the customer released suspense. */
export const decodeRelease = (wire: Wire["SuspenseReleaseReply"]): Money => ({
  amount: wire.creditAmount,
  currency: wire.creditCurrency,
});
