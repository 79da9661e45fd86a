import { lazy, Suspense } from "react";
import { classes } from "./classes";
import type { Direction } from "./format";

interface SparklineProps {
  /** Closes, oldest first, as decimal strings. They become pixels and nothing else. */
  points: readonly string[];
  /** The colour: the direction of the change that stands beside the line, so that the two never disagree. */
  direction: Direction;
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

/** Pixel positions of the points: the only place where a price becomes a float, to be drawn. */
function place(points: readonly string[], width: number, height: number): string[] {
  const values = points.map(Number).filter(Number.isFinite);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const margin = 2;
  return values.map((value, index) => {
    const x = values.length > 1 ? (index / (values.length - 1)) * width : 0;
    const share = span > 0 ? (value - low) / span : 0.5;
    const y = height - margin - share * (height - 2 * margin);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
}

/** What the line shows, as a sentence. Nobody sees it, so that it comes after the first screen. */
const ChartSentence = lazy(() => import("./ChartSentence"));

/** A small line of recent prices. Beside their figures it is a hint; `of` puts it into a sentence. */
export function Sparkline({
  points,
  direction,
  width = 68,
  height = 26,
  area = false,
  className,
  of,
  id,
}: SparklineProps) {
  const placed = points.length > 1 ? place(points, width, height) : [];
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
