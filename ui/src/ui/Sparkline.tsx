import { lazy, Suspense } from "react";
import { classes } from "./classes";
import type { Direction, Figure } from "./format";

interface SparklineProps {
  /** Closes, oldest first, as decimal strings. They are only used for drawing. */
  points: readonly string[];
  /** The colour: the direction of the change that stands beside the line, so that the two never disagree. */
  direction: Direction;
  /** The previous close, drawn as a dotted line: the end of the curve above or below it shows the day's change. */
  level?: Figure;
  width?: number;
  height?: number;
  /** Fills the space below the line, for a curve that is content and not a hint. */
  area?: boolean;
  className?: string;
  /** The meaning of the points, for the sentence that screen readers read in place of the line. */
  of?: "closes" | "equity";
  /** For a link's `aria-describedby`; without an id, screen readers read the sentence in place. */
  id?: string;
}

const STROKE = { rise: "stroke-rise", fall: "stroke-fall", flat: "stroke-ink-3" };
const FILL = { rise: "fill-rise", fall: "fill-fall", flat: "fill-ink-3" };

/** Pixel positions of the points and of the level. A price becomes a float only here, to be drawn. */
function place(points: readonly string[], level: Figure, width: number, height: number) {
  const values = points.map(Number).filter(Number.isFinite);
  const all = level ? [...values, Number(level)] : values;
  const low = Math.min(...all);
  const span = Math.max(...all) - low;
  const margin = 2;
  const heightOf = (value: number) => {
    const share = span > 0 ? (value - low) / span : 0.5;
    return (height - margin - share * (height - 2 * margin)).toFixed(1);
  };
  const placed = values.map((value, index) => {
    const x = values.length > 1 ? (index / (values.length - 1)) * width : 0;
    return `${x.toFixed(1)},${heightOf(value)}`;
  });
  return { placed, level: level ? heightOf(Number(level)) : null };
}

/** The line's description as a sentence. It is invisible, so it is loaded after the first screen. */
const ChartSentence = lazy(() => import("./ChartSentence"));

/** A small line of recent prices, decorative beside their figures; `of` adds a sentence for screen readers. */
export function Sparkline({
  points,
  direction,
  level = null,
  width = 68,
  height = 26,
  area = false,
  className,
  of,
  id,
}: SparklineProps) {
  const { placed, level: y } =
    points.length > 1 ? place(points, level, width, height) : { placed: [], level: null };
  return (
    <>
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className={classes("block", className)}
        width={className?.includes("w-") ? undefined : width}
        height={height}
      >
        {placed.length > 0 && area ? (
          <polygon
            points={`0,${height} ${placed.join(" ")} ${width},${height}`}
            className={FILL[direction]}
            fillOpacity={0.1}
          />
        ) : null}
        {y === null ? null : (
          <line
            x1="0"
            x2={width}
            y1={y}
            y2={y}
            strokeDasharray="1.5 2.5"
            vectorEffect="non-scaling-stroke"
            className="stroke-ink-3"
          />
        )}
        {placed.length > 0 ? (
          <polyline
            points={placed.join(" ")}
            fill="none"
            strokeWidth={1.6}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={STROKE[direction]}
          />
        ) : null}
      </svg>
      {of ? (
        <Suspense>
          <ChartSentence what={of} points={points} id={id} />
        </Suspense>
      ) : null}
    </>
  );
}
