import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, newIdempotencyKey, reply, withKey } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { Transfer, WalletType } from "@/api/types";

export interface TransferOrder {
  from: WalletType;
  to: WalletType;
  amount: string;
}

/**
 * One intention to move money. It keeps its Idempotency-Key over tries that got no answer, so that
 * the money moves once however often it is sent; a refused try moved nothing, and the next one is
 * an intention of its own.
 */
export function useTransfer(onDone: (transfer: Transfer) => void) {
  const client = useQueryClient();
  const [key, setKey] = useState(newIdempotencyKey);
  const renewKey = () => setKey(newIdempotencyKey());
  const transfer = useMutation({
    mutationFn: (body: TransferOrder & { payPassword: string }) =>
      reply(api.POST("/wallet/transfer", { body, params: { header: withKey(key) } })),
    meta: { quiet: true },
    onSuccess: (done) => {
      renewKey();
      for (const queryKey of [["wallets"], ["bill"], ["fundingOverview"]]) {
        void client.invalidateQueries({ queryKey });
      }
      onDone(done);
    },
    onError: (error) => error instanceof ApiError && renewKey(),
  });
  /** Starts anew: call it when the customer changes what is to be moved. */
  const begin = () => {
    renewKey();
    transfer.reset();
  };
  return { transfer, begin };
}
