import { type ReactNode, Suspense, useMemo, useState } from "react";
import { DockContext, type Screen, ScreenContext } from "@/navigation";
import { isTab, type Place, screenAt } from "@/screens";
import { PaneContext, PlaceContext, SheetsContext } from "@/ui/Page";
import { PageSkeleton } from "@/ui/PageSkeleton";
import { ErrorBoundary } from "./ErrorBoundary";
import { ScreenPage } from "./ScreenPage";

/** The React key of a screen. A tab stays mounted while its own filters change; any other screen is remounted. */
export function keyOf({ pathname, search }: Screen): string {
  const route = screenAt(pathname);
  return isTab(route) ? route : pathname + search;
}

interface PaneProps {
  screen: Screen;
  /** True for the screen that the address asks for: it has the main landmark and names the window. */
  isMain: boolean;
  /** Selects the tab's content for this pane of a workspace in place of its page. */
  place?: Place;
}

/** One screen in its pane. */
export function Pane({ screen, isMain, place }: PaneProps) {
  const [sheets, setSheets] = useState<HTMLElement | null>(null);
  return (
    <PaneContext value={isMain ? "main" : "side"}>
      <ScreenContext value={screen}>
        <SheetsContext value={sheets}>
          <ErrorBoundary key={keyOf(screen)}>
            <Suspense fallback={<PageSkeleton />}>
              <PlaceContext value={place ?? ""}>
                <ScreenPage place={place} />
              </PlaceContext>
            </Suspense>
          </ErrorBoundary>
          <div ref={setSheets} />
        </SheetsContext>
      </ScreenContext>
    </PaneContext>
  );
}

/** Wraps a screen that a pane shows without having been opened: it has no back button, and can be remounted. */
export function Dock({ children }: { children: ReactNode }) {
  const [times, setTimes] = useState(0);
  const dock = useMemo(() => ({ renew: () => setTimes((before) => before + 1) }), []);
  return (
    <DockContext key={times} value={dock}>
      {children}
    </DockContext>
  );
}

/** Draws a docked screen (`ui/DockedScreen.tsx`). */
export function Docked({ address }: { address: string }) {
  const screen = useMemo(() => {
    const [pathname = "", search] = address.split("?");
    return { pathname, search: search ? `?${search}` : "" };
  }, [address]);
  return (
    <Dock key={address}>
      <Pane screen={screen} isMain={false} />
    </Dock>
  );
}
