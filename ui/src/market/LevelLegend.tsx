import type { DrawnLine } from "./ownLines";

/** The colours of the lines. The legend leaves out orders, which are listed elsewhere and may be many. */
const TEXT: Record<DrawnLine["kind"], string | null> = {
  order: null,
  takeProfit: "text-info",
  stopLoss: "text-info",
  liquidation: "text-danger",
};

/**
 * The closing prices of the customer's positions, also those out of view. For screen readers they are in the chart's
 * sentence.
 */
export function LevelLegend({ lines }: { lines: readonly DrawnLine[] }) {
  const levels = lines.filter(({ kind }) => TEXT[kind]);
  if (levels.length === 0) return null;
  return (
    <p aria-hidden className="num mt-0.5 flex flex-wrap gap-x-3 px-1.5 text-badge">
      {levels.map(({ kind, text, figure }) => (
        <span key={text} className={`whitespace-nowrap ${TEXT[kind]}`}>
          {text} <span className="font-semibold">{figure}</span>
        </span>
      ))}
    </p>
  );
}
