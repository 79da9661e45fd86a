import { fileIn } from "./fileAddress";
import type { FileId } from "./files";
import type { Money } from "./money";
import { decodePage } from "./paging";
import { moment, momentOrNull, type Wire } from "./wire";

export type WalletType = Wire["WalletType"];
export type DepositKind = Wire["DepositChannel"];
/** Deposits that the customer announces; coins are detected automatically. */
export type AnnouncedKind = Exclude<DepositKind, "wallet">;
/** `other` is a status of a newer server that this UI does not know. */
export type DepositStatus = "pending" | "completed" | "failed" | "cancelled" | "suspense" | "other";
export type TransferStatus = "pending" | "completed" | "cancelled";

/** Money that a wallet receives when trades settle, or pays if negative. */
export interface Unsettled {
  amount: string;
  at: number;
}

export interface Wallet {
  type: WalletType;
  currency: string;
  /** All cash in it. */
  balance: string;
  /** The amount that can be spent. */
  available: string;
  /** The amount set aside for open orders, withdrawals and positions on margin. */
  held: string;
  /** The amount that can be moved out now: the available amount without unsettled money. */
  transferable: string;
  /** The earliest first. */
  unsettled: Unsettled[];
  version: number;
}

/** A wallet as it is pushed. */
export type WalletChange = Omit<Wallet, "transferable" | "unsettled">;

/** A transfer between the customer's own wallets. */
export interface Transfer {
  id: string;
  status: TransferStatus;
  from: WalletType;
  to: WalletType;
  sent: Money;
  received: Money;
  /** Null within one currency. */
  rate: string | null;
  /** The quote used for it; null within one currency. */
  quoteId: string | null;
  at: number;
}

export interface NewTransfer {
  from: WalletType;
  to: WalletType;
  amount: string;
  /** The server's quote for this transfer; for two currencies. */
  quoteId?: string;
}

/** One way to put money in. */
export interface DepositChannel {
  kind: DepositKind;
  /** The currency to send. */
  currency: string;
  minimum: string;
  maximum: string;
  creditCurrency: string;
  /** Units credited per unit sent. */
  rate: string;
  /** Null within one currency. */
  rateSource: string | null;
  rateSince: string | null;
  /** The chain of a digital currency. */
  network: string | null;
  confirmations: number | null;
  /** True for paper money: nothing may be sent. */
  paper: boolean;
  /** True if it can only be announced with a picture. */
  proofNeeded: boolean;
}

/** A chain's data on received coins. */
export interface Coins {
  transaction: string;
  /** Confirmations, the own block included; null in a pushed message. */
  confirmations: number | null;
  /** Confirmations needed before the coins are credited. */
  needed: number | null;
}

export interface Deposit {
  id: string;
  kind: DepositKind;
  status: DepositStatus;
  sent: Money;
  /** The amount is null while coins wait for their confirmations. */
  credit: { amount: string | null; currency: string };
  rate: string | null;
  /** The picture that proves the payment; null if there is none or it was deleted. */
  proof: FileId | null;
  /** The chain of received coins; null for a deposit that was announced. */
  network: string | null;
  /** Null for a deposit that was announced. */
  coins: Coins | null;
  /** The reason for a failure, or for coins to wait. */
  reason: string | null;
  announcedAt: number;
  reviewedAt: number | null;
  /** The reviewer; null for coins, which need no review. */
  reviewedBy: Wire["ApplicationReviewer"] | null;
  cancelledAt: number | null;
}

const decodeChange = (wire: Wire["Wallet"]): WalletChange => ({
  type: wire.walletType,
  currency: wire.currency,
  balance: wire.balance,
  available: wire.availableBalance,
  held: wire.usedBalance,
  version: wire.version,
});

export const decodeWallet = (wire: Wire["WalletReply"]): Wallet => ({
  ...decodeChange(wire),
  transferable: wire.transferableBalance,
  unsettled: wire.unsettled.map(({ amount, settleTimestamp }) => ({
    amount,
    at: moment(settleTimestamp),
  })),
});

/** Reads a wallet from a push. */
export const decodePushedWallet = (data: unknown) => decodeChange(data as Wire["Wallet"]);

const TRANSFER_STATUSES: Record<Wire["TransferStatus"], TransferStatus> = {
  0: "pending",
  1: "completed",
  2: "cancelled",
};

export const decodeTransfer = (wire: Wire["TransferReply"]): Transfer => ({
  id: wire.id,
  status: TRANSFER_STATUSES[wire.status],
  from: wire.from,
  to: wire.to,
  sent: { amount: wire.fromAmount, currency: wire.fromCurrency },
  received: { amount: wire.toAmount, currency: wire.toCurrency },
  rate: wire.rate ?? null,
  quoteId: wire.quoteId ?? null,
  at: moment(wire.createTimeTimestamp),
});

export const decodeChannel = (wire: Wire["ChannelReply"]): DepositChannel => ({
  kind: wire.channel,
  currency: wire.currency,
  minimum: wire.minAmount,
  maximum: wire.maxAmount,
  creditCurrency: wire.creditCurrency,
  rate: wire.rate,
  rateSource: wire.rateSource ?? null,
  rateSince: wire.rateSince ?? null,
  network: wire.network ?? null,
  confirmations: wire.confirmations ?? null,
  paper: wire.paper,
  proofNeeded: wire.proofNeeded,
});

const DEPOSIT_STATUSES: Record<Wire["DepositStatus"], DepositStatus> = {
  0: "pending",
  1: "completed",
  2: "failed",
  3: "cancelled",
  4: "suspense",
};

const decodeCoins = (wire: Wire["DepositReply"]): Coins | null =>
  wire.transaction
    ? {
        transaction: wire.transaction,
        confirmations: wire.confirmations ?? null,
        needed: wire.confirmationsNeeded ?? null,
      }
    : null;

export const decodeDeposit = (wire: Wire["DepositReply"]): Deposit => ({
  id: wire.id,
  kind: wire.channel,
  status: DEPOSIT_STATUSES[wire.status] ?? "other",
  sent: { amount: wire.amount, currency: wire.currency },
  credit: { amount: wire.creditAmount ?? null, currency: wire.creditCurrency },
  network: wire.network ?? null,
  coins: decodeCoins(wire),
  rate: wire.rate ?? null,
  proof: wire.proofUrl ? fileIn(wire.proofUrl) : null,
  reason: wire.reason ?? null,
  announcedAt: moment(wire.createTimeTimestamp),
  reviewedAt: momentOrNull(wire.reviewTimestamp),
  reviewedBy: wire.reviewedBy ?? null,
  cancelledAt: momentOrNull(wire.cancelTimestamp),
});

export const decodeDepositPage = decodePage(decodeDeposit);

/** Reads a pushed message: its deposit, or null if it concerns something else. */
export function decodeDepositMessage(data: unknown): Deposit | null {
  const message = data as Wire["DepositReply"] & { kind: string };
  return message.kind === "deposit" ? decodeDeposit(message) : null;
}
