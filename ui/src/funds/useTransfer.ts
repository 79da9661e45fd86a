import { api, reply, withKey } from "@/api/client";
import type { Transfer, WalletType } from "@/api/types";
import { useMoneyAction } from "@/api/useMoneyAction";

export interface TransferOrder {
  from: WalletType;
  to: WalletType;
  amount: string;
}

/** Moves money between the customer's own accounts; the pay password confirms it. */
export const useTransfer = (onAnswer: (transfer: Transfer) => void) =>
  useMoneyAction({
    name: "/wallet/transfer",
    send: (order: TransferOrder, key, payPassword) => {
      const body = { ...order, payPassword };
      return reply(api.POST("/wallet/transfer", { body, params: { header: withKey(key) } }));
    },
    changes: [["wallets"], ["bill"], ["fundingOverview"]],
    onAnswer,
  });
