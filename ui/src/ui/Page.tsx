import {
  createContext,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useLayoutEffect,
  useRef,
} from "react";
import { ScreenContext } from "@/navigation";
import { classes } from "./classes";
import { keepPlace, placeBefore } from "./scrollPlaces";
import { useRowKeys } from "./useRowKeys";

/** Loaded lazily, so that no screen waits for it: only a drawn page can be pulled. */
const PullToRefresh = lazy(() => import("./PullToRefresh"));

/** The kind of pane that a page is in: only one is the main landmark, even with two pages in view. */
export const PaneContext = createContext<"main" | "side">("main");

/** True in the workspace of a wide window, whose rail shows what applies to all panes. */
export const WorkspaceContext = createContext(false);

/** The container for the sheets of a workspace's pane, so that they cover no other pane. */
export const SheetsContext = createContext<HTMLElement | null>(null);

const ScrollContext = createContext<RefObject<HTMLElement | null> | null>(null);

/** The element that scrolls, for a virtualised list inside a page. */
export function useScrollElement(): RefObject<HTMLElement | null> {
  const element = useContext(ScrollContext);
  if (!element) throw new Error("useScrollElement needs a Page around it");
  return element;
}

/** The workspace pane that a page is in: several may show one address. */
export const PlaceContext = createContext("");

/** Restores the scroll position of a page on going back; a page opened anew begins at its top. */
function useKeptScroll(scroll: RefObject<HTMLElement | null>): () => void {
  const { pathname, search } = useContext(ScreenContext);
  const page = `${useContext(PlaceContext)} ${pathname}${search}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the page begins, filters leave it in its place
  useLayoutEffect(() => {
    if (scroll.current) scroll.current.scrollTop = placeBefore(page);
  }, []);
  return () => keepPlace(page, scroll.current?.scrollTop ?? 0);
}

interface PageProps {
  /** A TopBar. */
  top?: ReactNode;
  /** Content that stays in view under the top bar, such as filters. */
  pinned?: ReactNode;
  /** The actions at the bottom. */
  bottom?: ReactNode;
  /** Called when the page is pulled down; the spinner stays until the promise settles. */
  onRefresh?: () => Promise<unknown>;
  children: ReactNode;
  className?: string;
}

/** The frame of every screen: a head, a part that scrolls, and the actions at the bottom. */
export function Page({ top, pinned, bottom, onRefresh, children, className }: PageProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const Frame = useContext(PaneContext) === "main" ? "main" : "div";
  const onKeyDown = useRowKeys();
  const keepScroll = useKeptScroll(scroll);
  return (
    <ScrollContext value={scroll}>
      {top}
      <Frame className="flex min-h-0 flex-1 flex-col">
        {pinned ? <div className="shrink-0 px-4 pb-1">{pinned}</div> : null}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between rows that are interactive */}
        <div
          ref={scroll}
          onKeyDown={onKeyDown}
          onScroll={keepScroll}
          className={classes(
            "relative min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-4 pt-1 pb-6",
            className,
          )}
        >
          {onRefresh ? (
            <div className="relative">
              <Suspense fallback={null}>
                <PullToRefresh scroll={scroll} body={body} onRefresh={onRefresh} />
              </Suspense>
              <div ref={body} className="transition-transform duration-250 ease-out">
                {children}
              </div>
            </div>
          ) : (
            children
          )}
        </div>
        {bottom ? (
          <div className="pb-safe shrink-0 border-t border-line bg-surface">
            <div className="flex gap-2.5 px-4 py-2.5">{bottom}</div>
          </div>
        ) : null}
      </Frame>
    </ScrollContext>
  );
}
