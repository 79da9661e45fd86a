import { useQuery } from "@tanstack/react-query";
import { wallets } from "@/api/wallets";

/** The customer's wallets, kept up to date by push (`app/AccountStream.tsx`). */
export const useWallets = () => useQuery(wallets);
