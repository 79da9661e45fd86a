import { encodeFile, fileIn } from "./fileAddress";
import type { FileId } from "./files";
import type { DepositKind } from "./funds";
import type { Money } from "./money";

export interface NewDeposit extends Money {
  kind: DepositKind;
  /** A picture that proves the payment. */
  proof: FileId | null;
}

interface DepositRequest extends Money {
  channel: DepositKind;
  proofUrl?: string;
}

export const encodeDeposit = ({ kind, currency, amount, proof }: NewDeposit): DepositRequest => ({
  channel: kind,
  currency,
  amount,
  ...(proof ? { proofUrl: encodeFile(proof) } : {}),
});

/** The fields that identify a deposit: the same money with another proof is the same deposit. */
export const aboutDeposit = ({ channel, currency, amount }: DepositRequest) => ({
  channel,
  currency,
  amount,
});

/** Reads a deposit request that `encodeDeposit` has written. */
export const decodeNewDeposit = (sent: DepositRequest): NewDeposit => ({
  kind: sent.channel,
  currency: sent.currency,
  amount: sent.amount,
  proof: sent.proofUrl ? fileIn(sent.proofUrl) : null,
});
