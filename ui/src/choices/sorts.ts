/** The columns by which the server can order a list. */
export const sortColumns = [
  "name",
  "code",
  "price",
  "change",
  "changeRatio",
  "volume",
  "turnover",
  "amplitude",
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** The columns to order a list by: the volume of a pair or an index is not counted. */
export const sortsOf = (list: string): readonly SortColumn[] =>
  list === "index" || list === "forex"
    ? sortColumns.filter((column) => column !== "volume" && column !== "turnover")
    : sortColumns;
