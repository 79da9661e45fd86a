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
import { useScrollElement } from "@/ui";
import { InstrumentRow } from "./InstrumentRow";

/** What draws a row, and how high that is. */
export interface RowLook {
  Row: ComponentType<{ instrument: ListedInstrument }>;
  px: number;
}

const USUAL: RowLook = { Row: InstrumentRow, px: 60 };
/** The next page is asked for when this many rows or fewer lie below the window. */
const AHEAD_ROWS = 30;

interface InstrumentListProps {
  instruments: ListedInstrument[];
  /** The window comes near the end of what is loaded. */
  onEnd: () => void;
  row?: RowLook | undefined;
}

/** Where the list begins inside the page that scrolls. */
function useOffset() {
  const list = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), []);
  return { list, offset };
}

/** A list of any length: only the rows in the window exist, and only they subscribe to quotes. */
export function InstrumentList({ instruments, onEnd, row: look = USUAL }: InstrumentListProps) {
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
    if (last >= instruments.length - AHEAD_ROWS) onEnd();
  }, [last, instruments.length, onEnd]);

  // The page's own arrow keys know only the rows that exist; here the next one may not exist yet.
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
            className="absolute inset-x-0 top-0 transition-transform duration-250 ease-out contain-size contain-layout contain-style motion-reduce:transition-none"
            style={{ height: look.px, transform: `translateY(${row.start - offset}px)` }}
          >
            <look.Row instrument={instrument} />
          </div>
        ) : null;
      })}
    </div>
  );
}
