import type { Instrument } from "@/api/market";
import { titleOf } from ".";

interface InstrumentTitleProps {
  of: Pick<Instrument, "assetClass" | "symbol" | "name">;
  /** How the second part is drawn. */
  className?: string;
}

/** What an instrument is called, on one line. Where there is little room its second part is cut. */
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
