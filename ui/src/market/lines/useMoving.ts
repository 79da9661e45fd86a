import { useEffect, useRef, useState } from "react";
import type { PriceBoard } from "./board";
import { boundsOf, movedBy, priceOf } from "./moving";
import type { OwnLine, Priced } from "./ownLines";

/** A line away from its place, and whether its change is being reviewed. */
interface Moved {
  id: string;
  price: string;
  isReviewed: boolean;
}

/** Moves one line at a time, by pointer or by keys. Nothing is sent: where it is let go of, its review opens. */
export function useMoving(
  board: PriceBoard,
  lines: readonly OwnLine[],
  { tickSize, last }: Priced,
  onBack: (line: OwnLine) => void,
) {
  const [moved, setMoved] = useState<Moved | null>(null);
  /** The place of the line as it was taken hold of. */
  const start = useRef<number | null>(null);
  const line = lines.find(({ id }) => id === moved?.id);
  // An order that has ended meanwhile has no line; its review stays, and the server says why it is refused.
  const isGone = moved !== null && !moved.isReviewed && !line;
  useEffect(() => {
    if (isGone) setMoved(null);
  }, [isGone]);
  const drawnAt = moved && line ? moved.price : null;
  useEffect(() => {
    if (drawnAt === null || !line) return undefined;
    board.moveLine(line.id, drawnAt);
    return () => board.moveLine(line.id, line.price);
  }, [board, line, drawnAt]);

  const priceNow = (of: OwnLine) => (moved?.id === of.id ? moved.price : of.price);
  const boundsFor = (of: OwnLine) => boundsOf(of.price, last ?? of.price, tickSize);
  const change = (of: OwnLine, price: string) => setMoved({ id: of.id, price, isReviewed: false });
  return {
    moved,
    priceNow,
    boundsFor,
    hold(of: OwnLine) {
      start.current = board.placeOf(priceNow(of));
    },
    drag(of: OwnLine, by: number) {
      const from = start.current;
      if (from === null) return;
      const { height } = board.plot();
      const y = Math.min(Math.max(from + by, Math.min(from, 0)), Math.max(from, height));
      const price = board.priceAt(y);
      if (price !== null) change(of, priceOf(price, tickSize, boundsFor(of)));
    },
    /** Opens the review, unless the line is at its old place. */
    drop(of: OwnLine) {
      const price = priceNow(of);
      setMoved(price === of.price ? null : { id: of.id, price, isReviewed: true });
    },
    press(of: OwnLine, key: string): boolean {
      const price = movedBy(key, priceNow(of), tickSize, boundsFor(of));
      if (price === null) return false;
      change(of, price);
      return true;
    },
    putBack(of: OwnLine) {
      setMoved(null);
      onBack(of);
    },
    /** Puts the line back that the focus has left, unless it left for the review. */
    leave: () => setMoved((now) => (now?.isReviewed ? now : null)),
    end: () => setMoved(null),
  };
}
