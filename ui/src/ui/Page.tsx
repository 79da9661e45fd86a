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

/** No screen waits for it: nobody pulls what has not been drawn. */
const PullToRefresh = lazy(() => import("./PullToRefresh"));

/** Which pane a page stands in: there is one main landmark, also where two pages are in view. */
export const PaneContext = createContext<"main" | "side">("main");

/** True in the workspace of a wide window, whose rail says what is true of all panes. */
export const WorkspaceContext = createContext(false);

/** Where the sheets of a workspace's pane open, so that they cover nothing of the others. */
export const SheetsContext = createContext<HTMLElement | null>(null);

const ScrollContext = createContext<RefObject<HTMLElement | null> | null>(null);

/** The element that scrolls, for a virtualised list inside a page. */
export function useScrollElement(): RefObject<HTMLElement | null> {
  const element = useContext(ScrollContext);
  if (!element) throw new Error("useScrollElement needs a Page around it");
  return element;
}

/** Which of a workspace's panes a page stands in: there may be several of one address. */
export const PlaceContext = createContext("");

/** A page that somebody steps back to is where it was; one that is opened begins at its top. */
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
  /** What stays in view under the top bar, such as filters. */
  pinned?: ReactNode;
  /** The actions at the thumb. */
  bottom?: ReactNode;
  /** Pulling the page down calls it; the sign stays until it settles. */
  onRefresh?: () => Promise<unknown>;
  children: ReactNode;
  className?: string;
}

/** The frame of every screen: a head, a part that scrolls, and the actions at the thumb. */
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
