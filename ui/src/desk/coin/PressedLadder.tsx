import type { InstrumentDetail } from "@/api/market";
import { Ladder } from "@/market/book/Ladder";
import { useBook } from "@/market/live";
import { usualTicket } from "@/products";
import { takePrice } from "@/trade/takenPrice";

/** The live ladder of an instrument. A press on a level fills in the price of its open ticket. */
export function PressedLadder({ instrument }: { instrument: InstrumentDetail }) {
  const { data: book = instrument } = useBook(instrument);
  const taking = usualTicket(instrument)
    ? { onTake: (price: string) => takePrice(instrument, price) }
    : {};
  return <Ladder instrument={instrument} book={book} {...taking} />;
}
