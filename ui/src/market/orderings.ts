import { parseScaled, type Scaled } from "@/ui/scaled";
import type { Wanted } from "./lists";
import { byChange, byVolume, type Figure, type Ordering, rankingOf, worth } from "./ranking";
import type { SortColumn } from "./sorts";

/** Shares are ordered to this many decimals. */
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

/** The day's range, in shares of the close before it. */
const range: Figure = ({ high, low }, { previousClose }) => {
  const [top, bottom, close] = [parseScaled(high), parseScaled(low), parseScaled(previousClose)];
  return top && bottom && close && close.units > 0n ? share(difference(top, bottom), close) : null;
};

/** What a column orders by; names and codes do not move. */
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

/** By what a list is ordered; null for one whose rows stay where the server has them. */
export function orderingOf({ type, order }: Pick<Wanted, "type" | "order">): Ordering | null {
  if (!order) return type === "all" ? null : rankingOf(type);
  const figure = FIGURES[order.by];
  return figure && { figure, descending: order.descending };
}
