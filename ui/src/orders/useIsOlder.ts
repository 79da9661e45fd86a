import { useCallback, useSyncExternalStore } from "react";

/**
 * True once `limit` has passed since a moment (both in milliseconds), by the wall clock. Timers do not run while a
 * phone sleeps or a tab is in the background, so the age is checked again when the page is shown.
 */
export function useIsOlder(moment: number, limit: number): boolean {
  const subscribe = useCallback(
    (look: () => void) => {
      const timer = setTimeout(look, Math.max(0, moment + limit - Date.now()) + 1);
      document.addEventListener("visibilitychange", look);
      window.addEventListener("pageshow", look);
      return () => {
        clearTimeout(timer);
        document.removeEventListener("visibilitychange", look);
        window.removeEventListener("pageshow", look);
      };
    },
    [moment, limit],
  );
  return useSyncExternalStore(subscribe, () => Date.now() - moment > limit);
}
