import { entryKey } from "@/history";

/** Scroll positions of pages, by their entry in the browser's history. */
const places = new Map<string, number>();

/** An entry's key is its own, so a page has it again only when the customer goes back to it. */
const keyOf = (page: string) => `${entryKey()} ${page}`;

export function keepPlace(page: string, scrollTop: number): void {
  places.set(keyOf(page), scrollTop);
}

export const placeBefore = (page: string): number => places.get(keyOf(page)) ?? 0;

/** Forgets all positions, for the next customer in this window. */
export const forgetPlaces = () => places.clear();
