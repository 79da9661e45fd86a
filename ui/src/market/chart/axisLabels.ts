/** The distance in pixels, between middles, below which a tag on the price scale overprints a label. */
const TAG_PX = 15;

/** The labels of a price scale, empty where a tag such as the last price's would overprint them. */
export function besideTags(
  prices: readonly number[],
  tags: readonly number[],
  heightOf: (price: number) => number | null,
  format: (price: number) => string,
): string[] {
  const taken = tags.map(heightOf).filter((height) => height !== null);
  return prices.map((price) => {
    const height = heightOf(price);
    const isTaken = height !== null && taken.some((tag) => Math.abs(tag - height) < TAG_PX);
    return isTaken ? "" : format(price);
  });
}
