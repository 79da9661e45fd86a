import { compare } from "@/decimal";
import type { Level } from "./market";
import type { Wire } from "./wire";

/** Both sides of an instrument's book, best first. */
export interface Book {
  bids: Level[];
  asks: Level[];
}

export const decodeDepth = ({ bids, asks }: Wire["DepthReply"]): Book => ({ bids, asks });

/** The pushed levels of a side: price and size, with size zero for a removed level. */
type PushedLevels = [price: string, size: string][];
type PushedBook = Partial<Record<keyof Book, PushedLevels>>;

/** The levels of a side with the pushed changes applied. */
function changed(levels: Level[], changes: PushedLevels | undefined, isBid: boolean): Level[] {
  if (!changes) return levels;
  const sizes = new Map(levels.map(({ price, size }) => [price, size]));
  for (const [price, size] of changes) {
    if (size === "0") sizes.delete(price);
    else sizes.set(price, size);
  }
  const found = [...sizes].map(([price, size]) => ({ price, size }));
  return found.sort((a, b) => (isBid ? compare(b.price, a.price) : compare(a.price, b.price)));
}

/** The book with a push applied, which has changes or the whole book. */
export function changeBook({ bids, asks }: Book, data: unknown): Book {
  const change = data as PushedBook;
  return { bids: changed(bids, change.bids, true), asks: changed(asks, change.asks, false) };
}

export const decodePushedBook = (data: unknown) => changeBook({ bids: [], asks: [] }, data);
