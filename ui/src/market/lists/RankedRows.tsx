import type { ListedInstrument } from "@/api/market";
import type { ListType } from "@/choices/lists";
import { InstrumentRow } from "./InstrumentRow";
import { rankingOf, useRanked, useRowMotion } from "./ranking";

/** A few instruments, kept in the order of their list's ranking while prices move. */
export default function RankedRows({ rows, type }: { rows: ListedInstrument[]; type: ListType }) {
  const shown = useRanked(rows, rankingOf(type));
  const list = useRowMotion(shown.map(({ id }) => id));
  return (
    <div ref={list} className="relative">
      {shown.map((row) => (
        <InstrumentRow key={row.id} instrument={row} />
      ))}
    </div>
  );
}
