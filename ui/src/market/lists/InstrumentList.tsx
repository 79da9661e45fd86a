import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { ListedInstrument } from "@/api/market";
import { classes, useScrollElement } from "@/ui";
import { InstrumentRow } from "./InstrumentRow";

/** The component of a row, and its height; its usual height if rows wrap in a narrow window. */
export interface RowLook<Row extends ListedInstrument = ListedInstrument> {
  Row: ComponentType<{ instrument: Row }>;
  px: number;
  breaks?: boolean;
}

/** The row of most lists. */
export const USUAL: RowLook = { Row: InstrumentRow, px: 60 };
/** The next page is requested when at most this many rows are below the window. */
const AHEAD_ROWS = 30;

interface InstrumentListProps<Row extends ListedInstrument> {
  instruments: Row[];
  /** Called when the window is near the end of the loaded rows. */
  onEnd?: () => void;
  row: RowLook<Row>;
}

/** The position of the list inside the scrolling page. */
function useOffset() {
  const list = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), []);
  return { list, offset };
}

/** A list of any length: only rows in the window are drawn and subscribe to quotes. */
export function InstrumentList<Row extends ListedInstrument>(props: InstrumentListProps<Row>) {
  const { instruments, onEnd, row: look } = props;
  const scroll = useScrollElement();
  const { list, offset } = useOffset();
  const virtualizer = useVirtualizer({
    count: instruments.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => look.px,
    scrollMargin: offset,
    overscan: 6,
    getItemKey: (index) => instruments[index]?.id ?? index,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= instruments.length - AHEAD_ROWS) onEnd?.();
  }, [last, instruments.length, onEnd]);

  // The page's own arrow keys reach only drawn rows; here the next one may not be drawn yet.
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    const next = Number(row?.dataset.index) + (step ?? Number.NaN);
    if (!(next >= 0 && next < instruments.length)) return;
    event.preventDefault();
    virtualizer.scrollToIndex(next, { align: "auto" });
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus(),
    );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between links that are interactive
    <div
      ref={list}
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {rows.map((row) => {
        const instrument = instruments[row.index];
        return instrument ? (
          <div
            key={row.key}
            data-index={row.index}
            ref={look.breaks ? virtualizer.measureElement : undefined}
            className={classes(
              "absolute inset-x-0 top-0 transition-transform duration-250 ease-out contain-layout contain-style motion-reduce:transition-none",
              !look.breaks && "contain-size",
            )}
            style={{
              height: look.breaks ? undefined : look.px,
              transform: `translateY(${row.start - offset}px)`,
            }}
          >
            <look.Row instrument={instrument} />
          </div>
        ) : null;
      })}
    </div>
  );
}
