import { type ReactNode, Suspense, useMemo, useState } from "react";
import { DockContext, type Screen, ScreenContext } from "@/navigation";
import { isTab, type Place, screenAt } from "@/screens";
import { PaneContext, PlaceContext, SheetsContext } from "@/ui/Page";
import { ErrorBoundary } from "./ErrorBoundary";
import { PageSkeleton } from "./PageSkeleton";
import { ScreenPage } from "./ScreenPage";

/** A tab keeps its place while its own filters change; any other screen starts anew at its top. */
export function keyOf({ pathname, search }: Screen): string {
  const route = screenAt(pathname);
  return isTab(route) ? route : pathname + search;
}

interface PaneProps {
  screen: Screen;
  /** True for the screen that the address asks for: it has the main landmark and names the window. */
  isMain: boolean;
  /** What a tab has for this pane of a workspace, in the place of its page. */
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

/** Around what stands in a pane by itself, without having been opened: it has no way back, and can begin anew. */
export function Dock({ children }: { children: ReactNode }) {
  const [times, setTimes] = useState(0);
  const dock = useMemo(() => ({ renew: () => setTimes((before) => before + 1) }), []);
  return (
    <DockContext key={times} value={dock}>
      {children}
    </DockContext>
  );
}

/** The screen at an address, which stands in a pane until another one is opened there. */
export function DockedScreen({ address }: { address: string }) {
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
