import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { families } from "@/api/keys";
import type { PositionRow } from "@/api/types";
import { push } from "@/push/client";
import { takePosition } from "./queries";

/** Keeps everything that shows a holding in step with what the server pushes. */
export function usePositionStream(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      push.subscribe("positions", {
        message: (data) => takePosition(client, data as PositionRow),
        resync: () => void client.invalidateQueries({ queryKey: families.positions }),
      }),
    [client],
  );
}
