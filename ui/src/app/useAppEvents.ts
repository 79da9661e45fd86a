import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { onSessionLost } from "@/api/client";
import { onLanguageChange } from "@/i18n";
import { useNavigation } from "@/navigation";
import { platform } from "@/platform";
import { push } from "@/push/client";
import { to } from "@/routes";
import { currentSession, endSession, onSessionChange } from "@/session";
import { paperMode } from "@/ui/PaperBadge";
import { toast } from "@/ui/toast";
import { useServerFacts } from "./serverFacts";
import { useShortcuts } from "./useShortcuts";

/** A dead session: say so, forget the customer, ask them to log in. */
function useSessionLoss(): void {
  const { t } = useTranslation();
  const { logIn } = useNavigation();
  useEffect(() => {
    onSessionLost(() => {
      void endSession();
      toast(t("error.loginExpired"));
      logIn();
    });
  }, [t, logIn]);
}

const customerId = () => currentSession()?.user.userLoginId;

/** Another customer, or none, sees other data: nothing of the last one stays. */
function useSessionChange(): void {
  const client = useQueryClient();
  useEffect(() => {
    let customer = customerId();
    return onSessionChange(() => {
      if (customerId() === customer) return;
      customer = customerId();
      push.reconnect();
      void client.resetQueries({ predicate: (query) => query.queryKey[0] !== "serverFacts" });
    });
  }, [client]);
}

/** The server's texts (names of stocks, reasons, notices) come in the language of the request: another one, another reading. */
function useLanguageChange(): void {
  const client = useQueryClient();
  useEffect(() => onLanguageChange(() => void client.invalidateQueries()), [client]);
}

function usePaperMode(): void {
  const mode = useServerFacts().data?.mode;
  useEffect(() => {
    if (mode) paperMode.set(mode === "paper");
  }, [mode]);
}

function useNetworkReturn(): void {
  useEffect(() => {
    const wake = () => push.wake();
    window.addEventListener("online", wake);
    return () => window.removeEventListener("online", wake);
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
  usePaperMode();
  useNetworkReturn();
  useInvites();
  useInputBlur();
  useShortcuts();
}
