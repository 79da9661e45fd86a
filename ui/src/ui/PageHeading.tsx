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

/** True if the focus must stay where it is: in a dialog, or in a field that asked for it. */
const isFocusTaken = () =>
  document.querySelector("[role=dialog]") !== null ||
  document.activeElement?.matches("input:not([type=radio]), textarea, select") === true;

interface PageHeadingProps {
  className: string;
  /** The heading, such as an instrument's name; the screen's title (`screens.ts`) by default. */
  children?: ReactNode;
}

/**
 * The heading of a screen. In the main pane it names the window, and on arrival it takes the focus: a screen reader
 * reads it, and the Tab key continues from there.
 */
export function PageHeading({ className, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isMain = useContext(PaneContext) === "main";
  const Heading = useContext(DockContext) ? "h2" : "h1";

  // The text is read from the page, since it may have several parts that change by themselves.
  useEffect(() => {
    if (isMain) nameWindow(heading.current?.textContent?.trim());
  });

  useEffect(() => {
    if (isMain && isArriving() && !isFocusTaken()) heading.current?.focus({ preventScroll: true });
  }, [isMain]);

  // If the focused heading is replaced, as with a skeleton's, the next heading takes the focus.
  useLayoutEffect(() => {
    const element = heading.current;
    return () => {
      if (element && document.activeElement === element) awaitArrival();
    };
  }, []);

  return (
    <Heading
      ref={heading}
      tabIndex={-1}
      className={`break-keep wrap-anywhere outline-none ${className}`}
    >
      {children ?? <ScreenTitle />}
    </Heading>
  );
}
