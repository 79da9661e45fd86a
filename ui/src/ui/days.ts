import { formatDay } from "./time";

export interface Day<Row> {
  /** The day in the customer's language and time zone. */
  day: string;
  rows: Row[];
}

/** Groups consecutive rows of one day under that day. */
export function byDay<Row>(
  rows: readonly Row[],
  at: (row: Row) => number,
  language: string,
): Day<Row>[] {
  const days: Day<Row>[] = [];
  for (const row of rows) {
    const day = formatDay(at(row), language);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}
