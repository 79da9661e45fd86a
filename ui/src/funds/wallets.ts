import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { decodePushedWallet } from "@/api/funds";
import { families } from "@/api/keys";
import { takeWallet, wallets } from "@/api/wallets";
import { push } from "@/push/client";

/** Takes up what the server pushes of the wallets, and renews what is summed from them. */
export function useWalletStream(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      push.subscribe("wallets", {
        message: (data) => takeWallet(client, decodePushedWallet(data)),
        resync: () => {
          for (const key of [families.wallets, families.fundingOverview, families.bill]) {
            void client.invalidateQueries({ queryKey: key });
          }
        },
      }),
    [client],
  );
}

/** The customer's wallets, kept up to date by push. */
export function useWallets() {
  useWalletStream();
  return useQuery(wallets);
}
