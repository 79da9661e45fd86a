import type { InstrumentDetail } from "@/api/market";
import { usualTicket } from "@/products";
import { takePrice } from "@/trade/takenPrice";
import { useBook } from "../live";
import { Ladder } from "./Ladder";

/** The live ladder of an instrument. A press on a level fills in the price of its open ticket. */
export function PressedLadder({ instrument }: { instrument: InstrumentDetail }) {
  const { data: book = instrument } = useBook(instrument);
  const taking = usualTicket(instrument)
    ? { onTake: (price: string) => takePrice(instrument, price) }
    : {};
  return <Ladder instrument={instrument} book={book} {...taking} />;
}
