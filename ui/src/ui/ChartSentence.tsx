import { useChartSentence } from "./useChartSentence";

interface ChartSentenceProps {
  what: "closes" | "equity";
  points: readonly string[];
  /** By which a link says that the sentence describes it; without it the sentence is read where it stands. */
  id?: string | undefined;
}

/** What a small line shows, for those who do not see it. */
export default function ChartSentence({ what, points, id }: ChartSentenceProps) {
  const sentence = useChartSentence(what, points);
  return (
    <span id={id} hidden={id !== undefined} className="sr-only">
      {sentence}
    </span>
  );
}
