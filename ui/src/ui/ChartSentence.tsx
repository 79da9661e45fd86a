import { useChartSentence } from "./useChartSentence";

interface ChartSentenceProps {
  what: "closes" | "equity";
  points: readonly string[];
  /** For a link's `aria-describedby`; without an id, screen readers read the sentence in place. */
  id?: string | undefined;
}

/** A sentence for screen readers that describes a sparkline. */
export default function ChartSentence({ what, points, id }: ChartSentenceProps) {
  const sentence = useChartSentence(what, points);
  return (
    <span id={id} hidden={id !== undefined} className="sr-only">
      {sentence}
    </span>
  );
}
