import type { Wanted } from "@/choices/lists";
import type { SortColumn } from "@/choices/sorts";
import { parseScaled, type Scaled } from "@/ui/scaled";
import { byChange, byVolume, type Figure, type Ordering, rankingOf, worth } from "./ranking";

/** The number of decimals of a share when sorting. */
const SHARE_SCALE = 12;

function difference(a: Scaled, b: Scaled): Scaled {
  const scale = Math.max(a.scale, b.scale);
  const of = (value: Scaled) => value.units * 10n ** BigInt(scale - value.scale);
  return { units: of(a) - of(b), scale };
}

const share = (part: Scaled, whole: Scaled): Scaled => ({
  units:
    (part.units * 10n ** BigInt(SHARE_SCALE + whole.scale)) /
    (whole.units * 10n ** BigInt(part.scale)),
  scale: SHARE_SCALE,
});

/** The day's range, as a share of the previous close. */
const range: Figure = ({ high, low }, { previousClose }) => {
  const [top, bottom, close] = [parseScaled(high), parseScaled(low), parseScaled(previousClose)];
  return top && bottom && close && close.units > 0n ? share(difference(top, bottom), close) : null;
};

/** The live figure of each column; names and codes are constant. */
const FIGURES: Record<SortColumn, Figure | null> = {
  name: null,
  code: null,
  price: ({ last }) => parseScaled(last),
  change: ({ change }) => parseScaled(change),
  changeRatio: byChange,
  volume: byVolume,
  turnover: worth,
  amplitude: range,
};

/** The ordering of a list; null if its rows keep the server's order. */
export function orderingOf({ type, order }: Pick<Wanted, "type" | "order">): Ordering | null {
  if (!order) return type === "all" ? null : rankingOf(type);
  const figure = FIGURES[order.by];
  return figure && { figure, descending: order.descending };
}
