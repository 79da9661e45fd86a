import type { PushClient } from "./client";

/** A reconnect that succeeds within this time loses nothing worth a word; after it what is known is old. */
const PATIENCE_MS = 3_000;

/** Tells when nothing has been able to arrive for longer than that, and when something can. Gives back what ends it. */
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
