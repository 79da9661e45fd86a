import type { Instrument } from "@/api/market";
import { codeOf, quoteAddress } from "@/products";
import { useQuote } from "@/push/quotes";
import { SignedText } from "@/ui";
import { Link } from "@/ui/Link";

function InstrumentChip({ instrument }: { instrument: Instrument }) {
  const quote = useQuote(instrument);
  return (
    <Link
      to={quoteAddress(instrument)}
      title={instrument.name}
      className="num inline-flex min-h-11 items-center gap-2 rounded-control bg-sunken px-3 text-small font-semibold"
    >
      {codeOf(instrument)}
      {/* Reserves the width until the first quote. */}
      <span className="min-w-[52px] text-right font-medium">
        {quote ? <SignedText value={quote.changePercent} percent /> : null}
      </span>
    </Link>
  );
}

/** The instruments of an article, each with its present change. */
export const InstrumentChips = ({ instruments }: { instruments: readonly Instrument[] }) => (
  <div className="flex flex-wrap gap-2">
    {instruments.map((instrument) => (
      <InstrumentChip key={`${instrument.market} ${instrument.symbol}`} instrument={instrument} />
    ))}
  </div>
);
