/** How far pages were scrolled, by their entry of the browser's history; a new visit has entries of its own. */
const places = new Map<string, number>();

/** The entry's own key, which a page has again when somebody steps back to it, and never otherwise. */
const entryKey = () => (window.history.state as { key?: string } | null)?.key ?? "first";

const keyOf = (page: string) => `${entryKey()} ${page}`;

export function keepPlace(page: string, scrollTop: number): void {
  places.set(keyOf(page), scrollTop);
}

export const placeBefore = (page: string): number => places.get(keyOf(page)) ?? 0;
