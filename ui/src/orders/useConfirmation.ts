import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { ApiError, NetworkError } from "@/api/errors";
import type { Order } from "@/api/types";

/**
 * One intention, from the review sheet to its result. The key is made when the sheet opens and kept
 * for every retry, so that an order whose answer was lost on the way is never placed twice.
 */
export function useConfirmation(send: (key: string) => Promise<Order>) {
  const client = useQueryClient();
  const [key, setKey] = useState<string | null>(null);
  const confirmation = useMutation({
    mutationFn: (intention: string) => send(intention),
    meta: { quiet: true },
    onError: (error) => {
      // A refusal is the answer to its key: asking once more is another intention.
      if (error instanceof ApiError) setKey(newIdempotencyKey());
    },
    onSuccess: () => {
      for (const queryKey of [["orders"], ["positions"], ["wallets"]]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  return {
    open: key !== null,
    review: () => {
      confirmation.reset();
      setKey(newIdempotencyKey());
    },
    close: () => setKey(null),
    confirm: () => key && confirmation.mutate(key),
    busy: confirmation.isPending,
    order: confirmation.data,
    error: confirmation.error,
    /** The order may or may not have arrived: sending it again with the same key is safe. */
    unanswered: confirmation.error instanceof NetworkError,
  };
}

export type Confirmation = ReturnType<typeof useConfirmation>;
