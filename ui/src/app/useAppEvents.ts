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
import { forgetPlaces } from "@/ui/scrollPlaces";
import { toast, toasts } from "@/ui/toast";

/** The longest time from another tab's log-out at the server to its event in this tab's storage. */
const OTHER_TAB_WITHIN_MS = 1_000;

/** On a lost session: shows a toast, forgets the customer, and asks for a login. */
function useSessionLoss(): void {
  const { t } = useTranslation();
  const { logIn } = useNavigation();
  useEffect(() => {
    const leave = () => {
      // Ending the session removes the customer's toasts; this one comes after.
      void endSession().then(() => toast(t("error.loginExpired")));
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

/** Clears the data of the last customer when another, or none, is logged in. */
function useSessionChange(): void {
  const client = useQueryClient();
  useEffect(() => {
    let customer = customerId();
    return onSessionChange(() => {
      if (customerId() === customer) return;
      if (customer !== undefined) {
        toasts.set([]);
        forgetPlaces();
      }
      customer = customerId();
      push.reconnect();
      void client.resetQueries({
        predicate: (query) => query.queryKey[0] !== families.serverFacts[0],
      });
    });
  }, [client]);
}

/**
 * Rereads all data in a new language: the server's texts (names of instruments, reasons, notices) are in the language
 * of the request.
 */
function useLanguageChange(): void {
  const client = useQueryClient();
  useEffect(() => onLanguageChange(() => void client.invalidateQueries()), [client]);
}

/** Follows changes to the session in other tabs; an account that was left does not stay in view. */
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

export function useAppEvents(): void {
  useSessionLoss();
  useSessionChange();
  useLanguageChange();
  useOtherTabs();
}
