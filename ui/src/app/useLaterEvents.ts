import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { platform } from "@/platform";
import { push } from "@/push/client";

/** Asks the server for the session's customer: this device's data on it may be outdated. */
function useAccountCheck(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!platform.session.exists()) return;
    // A visitor does not need it, and the first screen does not wait for it.
    import("@/identity/account").then(
      ({ accountCheck }) => client.prefetchQuery(accountCheck),
      () => undefined,
    );
  }, [client]);
}

/** Tries the push connection at once when the network changes, or the customer returns. */
function useReturn(): void {
  useEffect(() => {
    const wake = () => document.visibilityState === "visible" && push.wake();
    const places = [
      [window, "online"],
      [window, "offline"],
      [window, "pageshow"],
      [document, "visibilitychange"],
    ] as const;
    for (const [place, event] of places) place.addEventListener(event, wake);
    return () => {
      for (const [place, event] of places) place.removeEventListener(event, wake);
    };
  }, []);
}

/** Scrolls back on iOS, where closing the keyboard leaves the page shifted up. */
function useInputBlur(): void {
  useEffect(() => {
    const onBlur = (event: FocusEvent) => {
      if (event.target instanceof HTMLInputElement && /iP(hone|ad|od)/.test(navigator.userAgent)) {
        window.scrollTo(0, 0);
      }
    };
    document.addEventListener("focusout", onBlur);
    return () => document.removeEventListener("focusout", onBlur);
  }, []);
}

/** Events that concern every screen, and that no first screen waits for. */
export function useLaterEvents(): void {
  useAccountCheck();
  useReturn();
  useInputBlur();
}
