import type { AutoscaleInfo } from "lightweight-charts";

type Range = { minValue: number; maxValue: number };

/** A range with the close before in its middle, so that what lies above and below it has the same room. */
export function around(middle: number, { minValue, maxValue }: Range): Range {
  const reach = Math.max(Math.abs(maxValue - middle), Math.abs(minValue - middle));
  return { minValue: middle - reach, maxValue: middle + reach };
}

/** The scale of a series around a value that may not be known yet. */
export const scaledAround =
  (middle: () => number | null) =>
  (original: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const [info, at] = [original(), middle()];
    if (at === null || !info?.priceRange) return info;
    return { ...info, priceRange: around(at, info.priceRange) };
  };
