import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { awaitArrival, isArriving } from "./arrival";
import { PaneContext } from "./Page";

const APP = "Plumbline";

/** A dialog keeps the keys, and a field that asked for the focus keeps it. */
const isFocusTaken = () =>
  document.querySelector("[role=dialog]") !== null ||
  document.activeElement?.matches("input, textarea, select") === true;

/**
 * The heading of a screen. In the main pane it names the window, and when somebody came here it takes
 * the focus: a screen reader says where one is, and the Tab key goes on from there.
 */
export function PageHeading({ className, children }: { className: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isMain = useContext(PaneContext) === "main";

  // The text is read from the page, since it may be made of several parts that change by themselves.
  useEffect(() => {
    const name = heading.current?.textContent?.trim();
    if (isMain) document.title = name && name !== APP ? `${name} · ${APP}` : APP;
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
    <h1 ref={heading} tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </h1>
  );
}
