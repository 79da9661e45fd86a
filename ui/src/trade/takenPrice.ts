import { useEffect, useEffectEvent } from "react";
import type { Listing } from "@/api/market";

type Take = (price: string) => void;

/** The open tickets, by instrument. */
const tickets = new Map<string, Set<Take>>();

const nameOf = ({ market, symbol }: Listing) => `${market}:${symbol}`;

/** Puts a price that was pressed elsewhere, such as a level of a book, into the open tickets of its instrument. */
export function takePrice(listing: Listing, price: string): void {
  for (const take of tickets.get(nameOf(listing)) ?? []) take(price);
}

/** Calls `onTake` with each price that is pressed for an instrument, in any pane. */
export function useTakenPrice(listing: Listing, onTake: Take): void {
  const name = nameOf(listing);
  const taken = useEffectEvent(onTake);
  useEffect(() => {
    const take: Take = (price) => taken(price);
    const open = tickets.get(name) ?? new Set();
    tickets.set(name, open.add(take));
    return () => {
      open.delete(take);
      if (open.size === 0) tickets.delete(name);
    };
  }, [name]);
}
