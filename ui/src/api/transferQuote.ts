import type { WalletType } from "./funds";
import type { Money } from "./money";
import type { Wire } from "./wire";

/** What the server promises for one transfer between two currencies. */
export interface TransferQuote {
  id: string;
  from: WalletType;
  to: WalletType;
  sent: Money;
  /** What arrives, to the cent. */
  received: Money;
  /** The price as the market quotes the pair: so many of `counter` for one of `base`. */
  price: string;
  base: string;
  counter: string;
  /** What the spread takes, in the currency that arrives. */
  spreadCost: string;
  source: string;
  /** How long it is good for from now on, in milliseconds. */
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
