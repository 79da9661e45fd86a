/** So close, in pixels from middle to middle, a tag on the price scale would print over one of its labels. */
const TAG_PX = 15;

/** The labels of a price scale, of which those are left empty that a tag such as the last price would print over. */
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
