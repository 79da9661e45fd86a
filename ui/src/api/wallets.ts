import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { decodeWallet, type Wallet, type WalletChange, type WalletType } from "./funds";
import { families } from "./keys";

/**
 * The newer state of each wallet. A push may overtake the reply that was under way, and a reply a
 * push; the versions say which of the two is later.
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

/** Takes up what the socket told of a wallet: every screen that shows its money follows. */
export function takeWallet(client: QueryClient, wallet: WalletChange): void {
  client.setQueryData<Wallet[]>(
    families.wallets,
    (known) => known && newerWallets(known, [wallet]),
  );
  // What trades have still to settle only a reply says; what pays for none is as told.
  if (wallet.type !== "BALANCE") void client.invalidateQueries({ queryKey: families.wallets });
  // Totals and the bill are sums over what has just changed.
  void client.invalidateQueries({ queryKey: families.fundingOverview });
  void client.invalidateQueries({ queryKey: families.bill });
  void client.invalidateQueries({ queryKey: families.usable });
}

/** The wallet of a type, or undefined while it is not known. */
export const walletOf = (list: readonly Wallet[] | undefined, type: WalletType | undefined) =>
  list?.find((wallet) => wallet.type === type);

/** The two accounts that every customer has from the start. */
const ALWAYS: readonly WalletType[] = ["BALANCE", "STOCK"];

/** Whether the customer has the account: the server knows a wallet of every type, most of which nothing ever moved in. */
export const isOpened = ({ type, version }: Wallet) => ALWAYS.includes(type) || version > 0;
