import { useQuery } from "@tanstack/react-query";
import type { Wallet } from "@/api/funds";
import { wallets } from "@/api/wallets";

/** The customer's wallets, kept up to date by push (`app/AccountStream.tsx`). */
export const useWallets = () => useQuery(wallets);

/** The two accounts that every customer has from the start. */
const ALWAYS = ["BALANCE", "STOCK"];

/** Whether the customer has the account: the server knows a wallet of every type, most of which nothing ever moved in. */
export const isOpened = ({ type, version }: Wallet) => ALWAYS.includes(type) || version > 0;
