import { useEffect, useState, useSyncExternalStore } from "react";
import { push } from "@/push/client";
import { onSilence } from "@/push/patience";

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
  useEffect(
    () =>
      onSilence(
        push,
        () => setLost(true),
        () => setLost(false),
      ),
    [],
  );
  return !online || lost;
}
