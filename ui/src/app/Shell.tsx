import { lazy, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AssetList, classOfList } from "@/choices/lists";
import { useLocation } from "@/history";
import { Bell } from "@/inbox/Bell";
import { type Chosen, ChosenContext, FirstsContext, useLastChosen } from "@/market/chosen";
import type { Screen } from "@/navigation";
import { classOf } from "@/products";
import { isTab, type Place, placeOf, places, screenAt, screens, type TabName, to } from "@/screens";
import { classes } from "@/ui";
import { awaitArrival } from "@/ui/arrival";
import { DockedScreenContext } from "@/ui/DockedScreen";
import { Later } from "@/ui/Later";
import { WorkspaceContext } from "@/ui/Page";
import { TabEndContext } from "@/ui/TopBar";
import { AppTabBar } from "./AppTabBar";
import { Dock, Docked, keyOf, Pane } from "./Panes";
import { useWidth } from "./useWidth";

/** Loaded lazily: the first screen has just been read. */
const ConnectionBanner = lazy(() => import("./ConnectionBanner"));
/** Loaded lazily: only a tablet has room for it. */
const Placeholder = lazy(() => import("./Placeholder"));

/** Notes for the next heading that a screen was opened. The first screen of a visit takes no focus. */
function useArrival(screen: Screen): void {
  const key = keyOf(screen);
  const last = useRef(key);
  useLayoutEffect(() => {
    if (last.current !== key) awaitArrival();
    last.current = key;
  }, [key]);
}

/** The Markets tab beside a screen about some assets: a list of the same assets. */
function listBeside({ pathname, search }: Screen, tab: Screen): Screen {
  const name = screenAt(pathname);
  // Rules concern the market in their address.
  const market = name === "rules" && new URLSearchParams(search).get("market");
  const assets = name && (market ? classOf(market) : screens[name].assets);
  if (!name || !assets || screenAt(tab.pathname) !== "market") return tab;
  const shown = new URLSearchParams(tab.search).get("assets") ?? "usStock";
  const isList = placeOf(name, "market") === "main";
  // Agricultural futures are a list of their own, part of the class.
  if (!isList && classOfList(shown as AssetList) === assets) return tab;
  const query = new URLSearchParams(isList ? search : "");
  if (assets !== "usStock") query.set("assets", assets);
  const text = query.toString();
  return { pathname: tab.pathname, search: text && `?${text}` };
}

/** The last open tab, shown at the left while another screen is open; at first that screen's own tab. */
function useLastTab(screen: Screen): { tab: TabName; tabScreen: Screen } {
  const name = screenAt(screen.pathname);
  const [last, setLast] = useState<Screen>(() => {
    const first = { pathname: to(screens[name ?? "home"].tab), search: "" };
    return listBeside(screen, first);
  });
  const isOnTab = isTab(name);
  const next = isOnTab ? screen : listBeside(screen, last);
  if (last.pathname !== next.pathname || last.search !== next.search) {
    setLast({ pathname: next.pathname, search: next.search });
  }
  const tabScreen = isOnTab ? screen : last;
  const tab = screenAt(tabScreen.pathname);
  return { tab: isTab(tab) ? tab : "home", tabScreen };
}

const COLUMN = "relative flex min-h-0 min-w-0 flex-col";

/** Classes of the right one of two panes, beside the tab and its bar. */
const SECOND = "row-span-2 border-r border-line";

const FRAMES = {
  phone: "grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_auto]",
  panes:
    "grid min-h-0 flex-1 grid-cols-[420px_minmax(0,760px)] grid-rows-[minmax(0,1fr)_auto] justify-center",
  workspace: "grid min-h-0 flex-1 grid-cols-[72px_340px_minmax(0,1fr)_320px]",
};

/** The bell in the head of each tab's page, if there is no rail. */
const BELL = <Bell />;

/** The window: one screen on a phone, two panes on a tablet, a workspace on wide screens. */
export function Shell() {
  const { t } = useTranslation();
  const screen = useLocation();
  const width = useWidth();
  const { tab, tabScreen } = useLastTab(screen);
  useArrival(screen);
  const chosen = useLastChosen(screen);
  const [firsts] = useState(() => new Map<string, Chosen>());
  const name = screenAt(screen.pathname);
  const isOnTab = isTab(name);

  // The pane of the opened screen is the same element at every width, so a form survives when a tablet is turned.
  const opened = (className?: string) => (
    <div key="opened" className={classes(COLUMN, className)}>
      <Pane screen={screen} isMain />
    </div>
  );

  /** The tab beside the opened screen, or as the main landmark if nothing is opened. */
  const tabPane = (className: string, place?: Place) => (
    <section
      key="tab"
      aria-label={isOnTab ? undefined : t(`tab.${tab}`)}
      className={classes(COLUMN, className)}
    >
      <Pane screen={tabScreen} isMain={isOnTab} place={place} />
    </section>
  );

  const workspacePane = (place: Place) => {
    const border = place === "context" ? undefined : "border-r border-line";
    if (!isOnTab && placeOf(name, tab) === place) return opened(border);
    if (!isOnTab && name && screens[name].panes?.includes(place)) {
      return (
        <section
          key={`own ${place}`}
          aria-label={t(`workspace.${place}`)}
          className={classes(COLUMN, border)}
        >
          <Dock key={keyOf(screen)}>
            <Pane screen={screen} isMain={false} place={place} />
          </Dock>
        </section>
      );
    }
    const beside = name && screens[name].beside?.[place];
    if (beside) {
      return (
        <section
          key={`beside ${place}`}
          aria-label={t(`workspace.${place}`)}
          className={classes(COLUMN, border)}
        >
          <Docked address={beside} />
        </section>
      );
    }
    if (place === "list") return tabPane("border-r border-line", place);
    return (
      <section key={place} aria-label={t(`workspace.${place}`)} className={classes(COLUMN, border)}>
        <Dock key={tab}>
          <Pane screen={tabScreen} isMain={false} place={place} />
        </Dock>
      </section>
    );
  };

  const isInbox = name === "notices" || name === "notice";
  const tabs = (
    <AppTabBar
      key="tabs"
      current={tab}
      rail={width === "workspace"}
      foot={<Bell rail current={isInbox} />}
    />
  );
  const panes = {
    phone: () => [opened(), isOnTab ? tabs : null],
    panes: () => [
      tabPane("border-x border-line"),
      isOnTab ? (
        <Later key="placeholder" fallback={<div className={SECOND} />}>
          <Placeholder className={SECOND} />
        </Later>
      ) : (
        opened(SECOND)
      ),
      tabs,
    ],
    workspace: () => [tabs, ...places.map(workspacePane)],
  };

  return (
    <WorkspaceContext value={width === "workspace"}>
      <DockedScreenContext value={Docked}>
        <ChosenContext value={chosen}>
          <FirstsContext value={firsts}>
            <TabEndContext value={width === "workspace" ? null : BELL}>
              <div className={`${COLUMN} h-dvh bg-bg`}>
                <Later>
                  <ConnectionBanner />
                </Later>
                <div className={FRAMES[width]}>{panes[width]()}</div>
              </div>
            </TabEndContext>
          </FirstsContext>
        </ChosenContext>
      </DockedScreenContext>
    </WorkspaceContext>
  );
}
