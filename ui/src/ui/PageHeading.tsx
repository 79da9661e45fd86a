import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { DockContext, useScreenTitle } from "@/navigation";
import { awaitArrival, isArriving } from "./arrival";
import { PaneContext } from "./Page";

const APP = "Plumbline";

/** Names the window, or the entry of the browser's history, after a screen. */
export function nameWindow(name: string | null | undefined): void {
  document.title = name && name !== APP ? `${name} · ${APP}` : APP;
}

function ScreenTitle() {
  return useScreenTitle({ waits: true });
}

/** A dialog keeps the keys, and a field that asked for the focus keeps it. */
const isFocusTaken = () =>
  document.querySelector("[role=dialog]") !== null ||
  document.activeElement?.matches("input:not([type=radio]), textarea, select") === true;

interface PageHeadingProps {
  className: string;
  /** What the screen shows, such as an instrument's name; without it the screen's title (`screens.ts`). */
  children?: ReactNode;
}

/**
 * The heading of a screen. In the main pane it names the window, and when somebody came here it takes
 * the focus: a screen reader says where one is, and the Tab key goes on from there.
 */
export function PageHeading({ className, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isMain = useContext(PaneContext) === "main";
  const Heading = useContext(DockContext) ? "h2" : "h1";

  // The text is read from the page, since it may be made of several parts that change by themselves.
  useEffect(() => {
    if (isMain) nameWindow(heading.current?.textContent?.trim());
  });

  useEffect(() => {
    if (isMain && isArriving() && !isFocusTaken()) heading.current?.focus({ preventScroll: true });
  }, [isMain]);

  // A screen that replaces its skeleton brings a heading of its own, which goes on where this one was.
  useLayoutEffect(() => {
    const element = heading.current;
    return () => {
      if (element && document.activeElement === element) awaitArrival();
    };
  }, []);

  return (
    <Heading ref={heading} tabIndex={-1} className={`outline-none ${className}`}>
      {children ?? <ScreenTitle />}
    </Heading>
  );
}
