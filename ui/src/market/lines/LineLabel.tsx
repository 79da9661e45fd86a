import { ArrowDown, ArrowUp } from "lucide-react";
import { classes } from "@/ui";
import type { LineKind, OwnLine } from "./ownLines";
import { COLUMN_PX, type Place } from "./placing";
import type { useLineFigures } from "./useLineFigures";

interface LineLabelProps {
  line: OwnLine;
  name: string;
  figures: ReturnType<ReturnType<typeof useLineFigures>>;
  place: Place;
  isMoving: boolean;
  /** True where there is no room for the price of a line in view, which the scale has. */
  isNarrow: boolean;
}

const colorOf = (kind: LineKind) => {
  if (kind === "liquidation") return "text-danger";
  return kind === "entry" ? "text-ink-2" : "text-brass-text";
};

const ARROWS = { above: ArrowUp, below: ArrowDown } as const;

/**
 * What a line is, over its left end; while it is moved, its new figures stand beside the handle. A line out of view is a
 * tag at the edge beyond which it lies. For screen readers the chart's sentence and the handles say it.
 */
export function LineLabel(props: LineLabelProps) {
  const { line, name, figures, place, isMoving, isNarrow } = props;
  const { price, percent, money, isProfit } = figures;
  const Arrow = place.beyond ? ARROWS[place.beyond] : null;
  if (isMoving) {
    return (
      <p
        aria-hidden
        className="num absolute z-20 flex -translate-y-1/2 gap-x-2 rounded-[8px] bg-primary px-2 py-1 text-caption font-semibold whitespace-nowrap text-on-primary"
        style={{ top: place.y, right: (place.column + 1) * COLUMN_PX }}
      >
        <span>{price}</span>
        <span>{percent}</span>
        {money === null ? null : <span>{money}</span>}
      </p>
    );
  }
  return (
    <p
      aria-hidden
      className="num absolute left-1 flex max-w-[calc(100%-44px)] -translate-y-1/2 items-center gap-x-1 truncate rounded-[6px] border border-line bg-bg/90 px-1 text-badge whitespace-nowrap text-ink"
      style={{ top: place.label }}
    >
      {Arrow ? <Arrow size={11} strokeWidth={2.25} className="shrink-0 text-ink-2" /> : null}
      <span className={classes("font-semibold", colorOf(line.kind))}>{name}</span>
      {isNarrow && !Arrow ? null : <span>{price}</span>}
      {isProfit && line.kind !== "limit" ? <span className="font-semibold">{money}</span> : null}
    </p>
  );
}
