import type { PushClient } from "./client";

/** A reconnect within this time goes unreported; after it the data is outdated. */
const PATIENCE_MS = 3_000;

/** Calls back when nothing could arrive for longer than that, and when it can again. Returns a function to stop. */
export function onSilence(client: PushClient, fallen: () => void, risen?: () => void): () => void {
  let patience: ReturnType<typeof setTimeout> | undefined;
  const leave = client.onState((state) => {
    if (state === "open" || state === "idle") {
      clearTimeout(patience);
      patience = undefined;
      risen?.();
    } else patience ??= setTimeout(fallen, PATIENCE_MS);
  });
  return () => {
    clearTimeout(patience);
    leave();
  };
}
