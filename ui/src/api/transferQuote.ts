import type { WalletType } from "./funds";
import type { Money } from "./money";
import type { Wire } from "./wire";

/** A binding quote for one transfer between two currencies. */
export interface TransferQuote {
  id: string;
  from: WalletType;
  to: WalletType;
  sent: Money;
  /** The amount that arrives, to the cent. */
  received: Money;
  /** The price of the pair in market notation: units of `counter` for one of `base`. */
  price: string;
  base: string;
  counter: string;
  /** The cost of the spread, in the currency that arrives. */
  spreadCost: string;
  source: string;
  /** The remaining validity, in milliseconds. */
  goodFor: number;
}

export const decodeTransferQuote = (wire: Wire["QuoteReply"]): TransferQuote => ({
  id: wire.quoteId,
  from: wire.from,
  to: wire.to,
  sent: { amount: wire.fromAmount, currency: wire.fromCurrency },
  received: { amount: wire.toAmount, currency: wire.toCurrency },
  price: wire.price,
  base: wire.baseCurrency,
  counter: wire.counterCurrency,
  spreadCost: wire.spreadCost,
  source: wire.source,
  goodFor: wire.goodFor,
});
