import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { families } from "@/api/keys";
import { decodePositionChange } from "@/api/positions";
import { push } from "@/push/client";
import { takePosition } from "./queries";

/** Keeps everything that shows a holding in step with what the server pushes. */
export function usePositionStream(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      push.subscribe("positions", {
        message: (data) => takePosition(client, decodePositionChange(data)),
        resync: () => void client.invalidateQueries({ queryKey: families.positions }),
      }),
    [client],
  );
}
