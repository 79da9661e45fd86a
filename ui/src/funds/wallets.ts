import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, reply } from "@/api/client";
import type { Wallet, WalletType } from "@/api/types";
import { push } from "@/push/client";

const WALLETS = ["wallets"];

/**
 * The newer state of each wallet. A push may overtake the reply that was under way, and a reply a
 * push; the versions say which of the two is later.
 */
export function newerWallets(known: readonly Wallet[], told: readonly Wallet[]): Wallet[] {
  const byType = new Map(known.map((wallet) => [wallet.walletType, wallet]));
  for (const wallet of told) {
    const before = byType.get(wallet.walletType);
    if (!before || wallet.version > before.version) byType.set(wallet.walletType, wallet);
  }
  return [...byType.values()];
}

export const wallets = queryOptions({
  queryKey: WALLETS,
  queryFn: async ({ client, signal }) => {
    const told = (await reply(api.POST("/userCenter/getWalletBalance", { signal }))) as Wallet[];
    return newerWallets(client.getQueryData<Wallet[]>(WALLETS) ?? [], told);
  },
});

function takeWallet(client: QueryClient, wallet: Wallet): void {
  client.setQueryData<Wallet[]>(WALLETS, (known) => known && newerWallets(known, [wallet]));
  // Totals and the bill are sums over what has just changed.
  void client.invalidateQueries({ queryKey: ["fundingOverview"] });
  void client.invalidateQueries({ queryKey: ["bill"] });
}

/** Takes up what the server pushes of the wallets, and renews what is summed from them. */
export function useWalletStream(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      push.subscribe("wallets", {
        message: (data) => takeWallet(client, data as Wallet),
        resync: () => void client.invalidateQueries({ queryKey: WALLETS }),
      }),
    [client],
  );
}

/** The customer's wallets, in the server's order, kept up to date by push. */
export function useWallets() {
  useWalletStream();
  return useQuery(wallets);
}

/** The wallet of a type, or undefined while it is not known. */
export const walletOf = (list: readonly Wallet[] | undefined, type: WalletType) =>
  list?.find((wallet) => wallet.walletType === type);
