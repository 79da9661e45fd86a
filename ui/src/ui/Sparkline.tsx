import { lazy, Suspense } from "react";
import { classes } from "./classes";
import type { Direction, Figure } from "./format";

interface SparklineProps {
  /** Closes, oldest first, as decimal strings. They become pixels and nothing else. */
  points: readonly string[];
  /** The colour: the direction of the change that stands beside the line, so that the two never disagree. */
  direction: Direction;
  /** The previous close: a dotted line, by whose side the end of the curve shows the change of the day. */
  level?: Figure;
  width?: number;
  height?: number;
  /** Fills the space below the line, for a curve that is content and not a hint. */
  area?: boolean;
  className?: string;
  /** What the points are, for the sentence that screen readers hear in place of the line. */
  of?: "closes" | "equity";
  /** By which a link says that the sentence describes it; without it the sentence is read where it stands. */
  id?: string;
}

const STROKE = { rise: "stroke-rise", fall: "stroke-fall", flat: "stroke-ink-3" };
const FILL = { rise: "fill-rise", fall: "fill-fall", flat: "fill-ink-3" };

/** Pixel positions of the points, and of a level among them: the only place where a price becomes a float, to be drawn. */
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

/** What the line shows, as a sentence. Nobody sees it, so that it comes after the first screen. */
const ChartSentence = lazy(() => import("./ChartSentence"));

/** A small line of recent prices. Beside their figures it is a hint; `of` puts it into a sentence. */
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
