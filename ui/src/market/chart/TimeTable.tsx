import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, Sheet } from "@/ui";

/** Each press adds this many rows. */
const ROWS = 100;

const CELL = "px-1.5 py-2 text-right whitespace-nowrap";
const FIRST = "sticky left-0 bg-bg py-2 pr-1.5 pl-4 text-left font-medium";

/** The figures of a moment, in the order of the columns. */
export interface TimeRow {
  key: number;
  time: string;
  figures: string[];
}

interface TimeTableProps {
  /** The chart as a sentence, for screen readers. */
  sentence: string;
  /** The clock of the times, if they are times of day. */
  clock?: string | undefined;
  columns: readonly string[];
  /** The number of rows. */
  count: number;
  /** Returns a row by its index, the newest first. */
  rowAt: (place: number) => TimeRow;
  onClose: () => void;
}

/** A chart's figures as a table, the newest first, some at a time. */
export function TimeTable({ sentence, clock, columns, count, rowAt, onClose }: TimeTableProps) {
  const { t } = useTranslation(["chart", "common"]);
  const [shown, setShown] = useState(ROWS);
  const rows = Array.from({ length: Math.min(shown, count) }, (_, place) => rowAt(place));
  return (
    <Sheet open onClose={onClose} title={t("chart:table")}>
      <section
        className="-mx-4 overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard
        tabIndex={0}
        aria-label={t("chart:table")}
      >
        <table className="num w-full border-separate border-spacing-0 text-small">
          <caption className="sr-only">{sentence}</caption>
          <thead className="text-caption text-ink-2">
            <tr>
              <th scope="col" className={FIRST}>
                {t("chart:time")}
                {clock ? ` (${clock})` : null}
              </th>
              {columns.map((title) => (
                <th key={title} scope="col" className={`${CELL} font-medium`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, time, figures }) => (
              <tr key={key} className="*:border-t *:border-line">
                <th scope="row" className={`${FIRST} whitespace-nowrap`}>
                  {time}
                </th>
                {columns.map((title, index) => (
                  <td key={title} className={CELL}>
                    {figures[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count > shown ? (
        <div className="mt-3 flex">
          <Button look="ghost" onClick={() => setShown(shown + ROWS)}>
            {t("common:action.more")}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}
