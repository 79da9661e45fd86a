import { compare, isDecimal } from "@/decimal";

/** The value that a table's rows are sorted by: exact figures or words. */
export interface Sorting<Row> {
  by: "figure" | "word";
  value: (row: Row) => string | null | undefined;
}

export interface Sort {
  key: string;
  descending: boolean;
}

/** Rows sorted by one column. Rows without a value are last either way; equal rows keep their order. */
export function sorted<Row>(
  rows: readonly Row[],
  { by, value }: Sorting<Row>,
  descending: boolean,
  language: string,
): Row[] {
  const words = new Intl.Collator(language, { numeric: true });
  const has = (text: string | null | undefined): text is string =>
    by === "figure" ? isDecimal(text ?? "") : Boolean(text);
  const order = by === "figure" ? compare : words.compare;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (!has(a) || !has(b)) return Number(has(b)) - Number(has(a));
    return descending ? order(b, a) : order(a, b);
  });
}
