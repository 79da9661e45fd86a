import { lazy, Suspense, useEffect } from "react";
import { forgetFormsInTime } from "@/forms/keptForm";
import { useNavigation } from "@/navigation";
import { platform } from "@/platform";
import { to } from "@/screens";
import { joining } from "@/settings/server/joining";
import { useStore } from "@/store";
import { Toaster } from "@/ui/Toaster";
import { useShortcuts } from "@/ui/useShortcuts";
import { keepRelease, welcomeRelease } from "./newRelease";
import { useLaterEvents } from "./useLaterEvents";

const JoinSheet = lazy(() => import("@/settings/server/JoinSheet"));

/** Opens the registration for an invitation; one to another server asks about that first. */
function useInvites(): void {
  const { open } = useNavigation();
  useEffect(
    () =>
      platform.onInvite(({ code, server }) => {
        if (server && server !== platform.serverAddress()) {
          joining.set({ server, inviteCode: code });
        } else open(to("register", { inviteCode: code }));
      }),
    [open],
  );
}

/**
 * Parts of every screen that load after the first: invitations, keyboard shortcuts, toasts, the expiry of input, and
 * releases.
 */
export default function AppExtras() {
  useEffect(forgetFormsInTime, []);
  useEffect(() => {
    welcomeRelease();
    keepRelease();
  }, []);
  useLaterEvents();
  useShortcuts();
  useInvites();
  const isJoining = useStore(joining) !== null;
  return (
    <>
      <Toaster />
      {isJoining ? (
        <Suspense>
          <JoinSheet />
        </Suspense>
      ) : null}
    </>
  );
}
