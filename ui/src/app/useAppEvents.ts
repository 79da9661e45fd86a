import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { onSessionLost } from "@/api/client";
import { families } from "@/api/keys";
import { onLanguageChange } from "@/i18n";
import { useNavigation } from "@/navigation";
import { platform } from "@/platform";
import { push } from "@/push/client";
import { to } from "@/screens";
import { customerId, endSession, followOtherTabs, onSessionChange, otherTab } from "@/session";
import { paperMode } from "@/ui/PaperBadge";
import { toast } from "@/ui/toast";
import { useServerFacts } from "./serverFacts";

/** Another tab that logs out tells the server first, and this tab by the storage up to this much later. */
const OTHER_TAB_WITHIN_MS = 1_000;

/** A dead session: say so, forget the customer, ask them to log in. */
function useSessionLoss(): void {
  const { t } = useTranslation();
  const { logIn } = useNavigation();
  useEffect(() => {
    const leave = () => {
      void endSession();
      toast(t("error.loginExpired"));
      logIn();
    };
    onSessionLost(leave);
    let told: ReturnType<typeof setTimeout> | undefined;
    push.onSessionEnded(() => {
      clearTimeout(told);
      told = setTimeout(() => platform.session.exists() && leave(), OTHER_TAB_WITHIN_MS);
    });
    return () => clearTimeout(told);
  }, [t, logIn]);
}

/** Another customer, or none, sees other data: nothing of the last one stays. */
function useSessionChange(): void {
  const client = useQueryClient();
  useEffect(() => {
    let customer = customerId();
    return onSessionChange(() => {
      if (customerId() === customer) return;
      customer = customerId();
      push.reconnect();
      void client.resetQueries({
        predicate: (query) => query.queryKey[0] !== families.serverFacts[0],
      });
    });
  }, [client]);
}

/** The server's texts (names of instruments, reasons, notices) come in the language of the request: another one, another reading. */
function useLanguageChange(): void {
  const client = useQueryClient();
  useEffect(() => onLanguageChange(() => void client.invalidateQueries()), [client]);
}

/** Goes by what other tabs do to the session; nothing of an account that was left stays in view. */
function useOtherTabs(): void {
  const { open } = useNavigation();
  useEffect(() => {
    let seen = otherTab.get().times;
    const leaveView = otherTab.subscribe(() => {
      const { times } = otherTab.get();
      if (times === seen) return;
      seen = times;
      open(to("home"), { replace: true });
    });
    const unfollow = followOtherTabs(() => push.reconnect());
    return () => {
      leaveView();
      unfollow();
    };
  }, [open]);
}

/** What this device remembers of its session may be another's, or nothing: the server says whose it is. */
function useAccountCheck(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!platform.session.exists()) return;
    // A visitor needs none of this, and the first screen does not wait for it.
    import("@/identity/account").then(
      ({ userInfo }) => client.prefetchQuery(userInfo),
      () => undefined,
    );
  }, [client]);
}

function usePaperMode(): void {
  const mode = useServerFacts().data?.mode;
  useEffect(() => {
    if (mode) paperMode.set(mode === "paper");
  }, [mode]);
}

/** The network came or went, or the customer came back: the push connection is tried at once. */
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

function useInvites(): void {
  const { open } = useNavigation();
  useEffect(() => platform.onInvite((inviteCode) => open(to("register", { inviteCode }))), [open]);
}

/** On iOS the keyboard leaves the page pushed up when it closes. */
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

export function useAppEvents(): void {
  useSessionLoss();
  useSessionChange();
  useLanguageChange();
  useOtherTabs();
  useAccountCheck();
  usePaperMode();
  useReturn();
  useInvites();
  useInputBlur();
}
