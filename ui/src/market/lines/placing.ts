/** The height of a handle, which a finger can hit, and its width. */
export const HANDLE_PX = 44;
export const COLUMN_PX = 38;
/** The height of the part of a handle that is seen. */
const CHIP_PX = 24;
/** The height of a label with the room beneath it. */
const LABEL_PX = 18;

/** A line to be placed: `y` is that of its price, which may lie outside of the plot. */
export interface Spot {
  id: string;
  y: number;
  hasHandle: boolean;
}

/** The places of a line's parts in the plot. */
export interface Place {
  /** The line, or the edge beyond which it lies. */
  y: number;
  /** The edge beyond which the price lies. */
  beyond: "above" | "below" | null;
  /** The middle of the label, which makes way for those of lines nearby. */
  label: number;
  /** The column of the handle, counted from the right: handles that would overlap stand side by side. */
  column: number;
}

/** Where a price stands in the plot: on its line, or at the edge beyond which it lies. */
export const withinPlot = (y: number, height: number): Pick<Place, "y" | "beyond"> => ({
  y: Math.min(Math.max(y, 0), height),
  beyond: y < 0 ? "above" : y > height ? "below" : null,
});

/** Moves labels apart from the top down, and back up where they reach the end. */
function spread(ys: readonly number[], top: number, bottom: number): number[] {
  const places: number[] = [];
  for (const y of ys) places.push(Math.max(y, (places.at(-1) ?? top - LABEL_PX) + LABEL_PX));
  let limit = bottom;
  for (let at = places.length - 1; at >= 0; at -= 1) {
    places[at] = Math.min(places[at] ?? limit, limit);
    limit = (places[at] ?? limit) - LABEL_PX;
  }
  return places;
}

/** The first column whose last handle is far enough above. */
function columnFor(y: number, ends: number[]): number {
  const free = ends.findIndex((end) => y - end >= HANDLE_PX);
  const column = free < 0 ? ends.length : free;
  ends[column] = y;
  return column;
}

/** The places of lines in a plot of some height; `inset` is kept free of labels at its top. */
export function placesOf(
  spots: readonly Spot[],
  height: number,
  inset: number,
): ReadonlyMap<string, Place> {
  const sorted = [...spots].sort((a, b) => a.y - b.y);
  const half = LABEL_PX / 2;
  const [top, bottom] = [inset + half, height - half];
  const inside = sorted.map(({ y }) => Math.min(Math.max(y, top), bottom));
  const labels = spread(inside, top, bottom);
  const ends: number[] = [];
  return new Map(
    sorted.map(({ id, y: exact, hasHandle }, index) => {
      const { y: edge, beyond } = withinPlot(exact, height);
      // The handle of a line above the plot stands beneath the figures at its top.
      const y = beyond === "above" && inset > 0 ? inset + CHIP_PX / 2 : edge;
      const column = hasHandle ? columnFor(y, ends) : 0;
      return [id, { y, beyond, label: labels[index] ?? y, column }];
    }),
  );
}
