import type { Instrument } from "@/api/market";
import { titleOf } from ".";

interface InstrumentTitleProps {
  of: Pick<Instrument, "assetClass" | "symbol" | "name">;
  /** Classes of the second part. */
  className?: string;
}

/** The class that cuts a title to one line. The month is at the end of a contract's name, which takes a second one. */
export const titleCut = ({ assetClass }: Pick<Instrument, "assetClass">) =>
  assetClass === "future" ? "" : "truncate";

/** The title of an instrument, on one line. If there is little room its second part is cut. */
export function InstrumentTitle({
  of,
  className = "num text-small font-normal text-ink-2",
}: InstrumentTitleProps) {
  const { first, second } = titleOf(of);
  return (
    <>
      {/* A line ends between the words of a Chinese name, and not within 標普500. */}
      <span className="break-keep wrap-anywhere">{first}</span>{" "}
      <span className={className}>{second}</span>
    </>
  );
}
