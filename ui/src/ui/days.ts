import { formatDay, zoneName } from "./time";

export interface Day<Row> {
  /** The day in the customer's language and time zone. */
  day: string;
  /** What that zone is called: trades say the exchange's time elsewhere. */
  zone: string;
  rows: Row[];
}

/** Rows that follow each other on one day stand under that day's heading. */
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
    else days.push({ day, zone: zoneName(at(row), language), rows: [row] });
  }
  return days;
}
