import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { families } from "@/api/keys";
import { decodePushedOrder } from "@/api/orders";
import { push } from "@/push/client";
import { takeOrder } from "./queries";

/** Keeps everything that shows an order in step with what the server pushes. */
export function useOrderStream(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      push.subscribe("orders", {
        message: (data) => takeOrder(client, decodePushedOrder(data)),
        resync: () => void client.invalidateQueries({ queryKey: families.orders }),
      }),
    [client],
  );
}
