/** The columns that the server orders a list by. */
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

/** What a list can be ordered by: nobody counts what is dealt in a pair or an index. */
export const sortsOf = (list: string): readonly SortColumn[] =>
  list === "index" || list === "forex"
    ? sortColumns.filter((column) => column !== "volume" && column !== "turnover")
    : sortColumns;
