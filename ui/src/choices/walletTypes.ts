import type { WalletType } from "@/api/funds";

const TYPES: Record<WalletType, true> = {
  BALANCE: true,
  STOCK: true,
  HK_STOCK: true,
  FUTURE: true,
  SUBSCRIPTION: true,
  FOREX: true,
  FOLLOW: true,
  FOLLOW_FUTURES: true,
  CRYPTOCURRENCY: true,
};

/** Every wallet type that an address may contain. */
export const walletTypes = Object.keys(TYPES) as WalletType[];

/** True for the name of a wallet type. */
export const isWalletType = (text: string | undefined): text is WalletType =>
  text !== undefined && Object.hasOwn(TYPES, text);
