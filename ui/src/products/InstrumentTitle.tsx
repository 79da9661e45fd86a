import type { Instrument } from "@/api/market";
import { titleOf } from ".";

interface InstrumentTitleProps {
  of: Pick<Instrument, "assetClass" | "symbol" | "name">;
  /** Classes of the second part. */
  className?: string;
}

/** The title of an instrument, on one line. If there is little room its second part is cut. */
export function InstrumentTitle({
  of,
  className = "num text-small font-normal text-ink-2",
}: InstrumentTitleProps) {
  const { first, second } = titleOf(of);
  return (
    <>
      {first} <span className={className}>{second}</span>
    </>
  );
}
