import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import { classes } from "./classes";

export interface ScrollingTab<T extends string> {
  value: T;
  label: string;
}

interface ScrollingTabsProps<T extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly ScrollingTab<T>[];
  value: T;
  onChange: (value: T) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
  className?: string;
  /** Classes of the panel. */
  panelClass?: string;
}

/** The edges of a row with more tabs beyond them; these edges fade. */
function useEdges() {
  const list = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ start: false, end: false });
  const look = useCallback(() => {
    const row = list.current;
    if (!row) return;
    const [start, end] = [
      row.scrollLeft > 1,
      row.scrollLeft + row.clientWidth < row.scrollWidth - 1,
    ];
    setEdges((was) => (was.start === start && was.end === end ? was : { start, end }));
  }, []);
  useLayoutEffect(() => {
    look();
    const row = list.current;
    if (!row || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(look);
    for (const element of [row, ...row.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [look]);
  return { list, edges, look };
}

const FADE = {
  none: "",
  start: "mask-l-from-[calc(100%-32px)]",
  end: "mask-r-from-[calc(100%-32px)]",
  both: "mask-x-from-[calc(100%-32px)]",
};

/**
 * Tabs in a row that scrolls sideways if they do not all fit: the chosen one is always in view, and an edge fades while
 * there are tabs beyond it. Base UI handles the keys.
 */
export function ScrollingTabs<T extends string>(props: ScrollingTabsProps<T>) {
  const { label, tabs, value, onChange, children, className, panelClass } = props;
  const { list, edges, look } = useEdges();
  const fade = edges.start ? (edges.end ? "both" : "start") : edges.end ? "end" : "none";

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice or other tabs move the row
  useLayoutEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>("[aria-selected=true]");
    if (!row || !chosen) return;
    row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
    look();
  }, [value, tabs]);

  return (
    <Tabs.Root value={value} onValueChange={(next: T) => onChange(next)} className={className}>
      <Tabs.List
        ref={list}
        aria-label={label}
        activateOnFocus
        onScroll={look}
        className={classes("no-scrollbar relative flex gap-5 overflow-x-auto", FADE[fade])}
      >
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            className="relative min-h-11 shrink-0 text-body font-semibold whitespace-nowrap text-ink-2 -outline-offset-2 transition-colors duration-150 data-active:text-ink data-active:after:absolute data-active:after:inset-x-0 data-active:after:bottom-0 data-active:after:h-0.5 data-active:after:rounded-full data-active:after:bg-ink data-active:after:content-['']"
          >
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} className={classes("border-t border-line", panelClass)}>
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
