import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { decodeWallet, type Wallet, type WalletChange, type WalletType } from "./funds";
import { families } from "./keys";

/**
 * The newer state of each wallet. A push may overtake a reply under way, and a reply a push; the versions order them.
 */
export function newerWallets(
  known: readonly Wallet[],
  told: readonly (Wallet | WalletChange)[],
): Wallet[] {
  const byType = new Map(known.map((wallet) => [wallet.type, wallet]));
  for (const wallet of told) {
    const before = byType.get(wallet.type);
    if (before && wallet.version < before.version) continue;
    const unknown = { transferable: wallet.available, unsettled: [] };
    byType.set(wallet.type, { ...(before ?? unknown), ...wallet });
  }
  return [...byType.values()];
}

/** The customer's wallets, in the server's order. */
export const wallets = queryOptions({
  queryKey: families.wallets,
  queryFn: async ({ client, signal }) => {
    const told = await reply(api.POST("/userCenter/getWalletBalance", { signal }));
    const known = client.getQueryData<Wallet[]>(families.wallets) ?? [];
    return newerWallets(known, told.map(decodeWallet));
  },
});

/** Stores a pushed wallet: every screen with its money follows. */
export function takeWallet(client: QueryClient, wallet: WalletChange): void {
  client.setQueryData<Wallet[]>(
    families.wallets,
    (known) => known && newerWallets(known, [wallet]),
  );
  // Unsettled amounts come only in a reply; the balance account pays for no trades, so its push is complete.
  if (wallet.type !== "BALANCE") void client.invalidateQueries({ queryKey: families.wallets });
  // Totals and the bill depend on the wallet.
  void client.invalidateQueries({ queryKey: families.fundingOverview });
  void client.invalidateQueries({ queryKey: families.bill });
  void client.invalidateQueries({ queryKey: families.usable });
}

/** The wallet of a type; undefined while it is unknown. */
export const walletOf = (list: readonly Wallet[] | undefined, type: WalletType | undefined) =>
  list?.find((wallet) => wallet.type === type);

/** The two accounts that every customer has from the start. */
const ALWAYS: readonly WalletType[] = ["BALANCE", "STOCK"];

/** True if the customer has the account: the server has a wallet of every type, most of them never used. */
export const isOpened = ({ type, version }: Wallet) => ALWAYS.includes(type) || version > 0;
