import { Suspense, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { type Screen, ScreenContext } from "@/navigation";
import { isTab, screenAt, screens, type TabName, to } from "@/screens";
import { BehindBanner, OfflineBanner } from "@/ui";
import { awaitArrival } from "@/ui/arrival";
import { PaneContext } from "@/ui/Page";
import { AppTabBar } from "./AppTabBar";
import { ErrorBoundary } from "./ErrorBoundary";
import { PageSkeleton } from "./PageSkeleton";
import { Placeholder } from "./Placeholder";
import { ScreenPage } from "./ScreenPage";
import { useIsOffline } from "./useConnection";
import { useIsBehind } from "./useIsBehind";

/** From this width on a tab's page and what it opens stand side by side. */
const WIDE = "(min-width: 900px)";

function subscribeWide(listener: () => void) {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

const useIsWide = () => useSyncExternalStore(subscribeWide, () => window.matchMedia(WIDE).matches);

/** A tab keeps its place while its own filters change; any other screen starts anew at its top. */
function keyOf({ pathname, search }: Screen): string {
  const route = screenAt(pathname);
  return isTab(route) ? route : pathname + search;
}

function Pane({ screen }: { screen: Screen }) {
  return (
    <ScreenContext value={screen}>
      <ErrorBoundary key={keyOf(screen)}>
        <Suspense fallback={<PageSkeleton />}>
          <ScreenPage />
        </Suspense>
      </ErrorBoundary>
    </ScreenContext>
  );
}

/** Tells the next heading that somebody comes to it. The first screen of a visit takes no focus. */
function useArrival(screen: Screen): void {
  const key = keyOf(screen);
  const last = useRef(key);
  useLayoutEffect(() => {
    if (last.current !== key) awaitArrival();
    last.current = key;
  }, [key]);
}

/** The tab that was open last: what stands at the left while another screen is open; at first the one it belongs to. */
function useLastTab(screen: Screen): { tab: TabName; tabScreen: Screen } {
  const [last, setLast] = useState<Screen>(() => {
    const name = screenAt(screen.pathname) ?? "home";
    return { pathname: to(screens[name].tab), search: "" };
  });
  const isOnTab = isTab(screenAt(screen.pathname));
  if (isOnTab && (last.pathname !== screen.pathname || last.search !== screen.search)) {
    setLast({ pathname: screen.pathname, search: screen.search });
  }
  const tabScreen = isOnTab ? screen : last;
  const tab = screenAt(tabScreen.pathname);
  return { tab: isTab(tab) ? tab : "home", tabScreen };
}

/** Says that the screen may be old: because nothing comes through, or because a reading failed. */
function ConnectionBanner() {
  const offline = useIsOffline();
  const { behind, readAgain } = useIsBehind();
  if (offline) return <OfflineBanner />;
  return behind ? <BehindBanner onRetry={readAgain} /> : null;
}

const COLUMN = "flex min-h-0 min-w-0 flex-col";
const PANES = "grid min-h-0 flex-1 grid-cols-[420px_minmax(0,760px)] justify-center";

/** The window: one screen on a phone, two panes where there is room, the tab bar under the tabs. */
export function Shell() {
  const { t } = useTranslation();
  const screen = useLocation();
  const isWide = useIsWide();
  const { tab, tabScreen } = useLastTab(screen);
  useArrival(screen);
  const isOnTab = isTab(screenAt(screen.pathname));

  // Beside another screen the tab is a region of its own; alone it holds the main landmark.
  const Left = isOnTab ? "div" : "section";

  // The last pane keeps its place in the tree, so a form survives when a tablet is turned.
  return (
    <div className={`${COLUMN} h-dvh bg-bg`}>
      <ConnectionBanner />
      <div className={isWide ? PANES : `${COLUMN} flex-1`}>
        {isWide ? (
          <Left
            aria-label={isOnTab ? undefined : t(`tab.${tab}`)}
            className={`${COLUMN} border-x border-line`}
          >
            <PaneContext value={isOnTab ? "main" : "side"}>
              <Pane screen={tabScreen} />
            </PaneContext>
            <AppTabBar current={tab} />
          </Left>
        ) : null}
        <div className={`${COLUMN} flex-1 ${isWide ? "border-r border-line" : ""}`}>
          {isWide && isOnTab ? <Placeholder /> : <Pane screen={screen} />}
        </div>
      </div>
      {isOnTab && !isWide ? <AppTabBar current={tab} /> : null}
    </div>
  );
}
