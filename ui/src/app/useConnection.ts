import { useEffect, useState, useSyncExternalStore } from "react";
import { push } from "@/push/client";

/** A reconnect that succeeds within this time is not worth a banner. */
const PATIENCE_MS = 3000;

function subscribeOnline(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** True while the device has no network, or the server has not answered for three seconds. */
export function useIsOffline(): boolean {
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let patience: ReturnType<typeof setTimeout> | undefined;
    const leave = push.onState((state) => {
      if (state === "open" || state === "idle") {
        clearTimeout(patience);
        patience = undefined;
        setLost(false);
      } else {
        patience ??= setTimeout(() => setLost(true), PATIENCE_MS);
      }
    });
    return () => {
      clearTimeout(patience);
      leave();
    };
  }, []);
  return !online || lost;
}
