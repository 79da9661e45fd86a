import type { AutoscaleInfo } from "lightweight-charts";

type Range = { minValue: number; maxValue: number };

/** A range with the previous close in its middle, so that both sides have equal room. */
export function around(middle: number, { minValue, maxValue }: Range): Range {
  const reach = Math.max(Math.abs(maxValue - middle), Math.abs(minValue - middle));
  return { minValue: middle - reach, maxValue: middle + reach };
}

/** The scale of a series around a value that may be unknown. */
export const scaledAround =
  (middle: () => number | null) =>
  (original: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const [info, at] = [original(), middle()];
    if (at === null || !info?.priceRange) return info;
    return { ...info, priceRange: around(at, info.priceRange) };
  };
