/**
 * Minimal exact arithmetic to sort figures and to summarise charts. `decimal.ts` has the rest, on big.js, which is too
 * large for the first route; summary.test.ts checks this file against it.
 */

/** The number `units` / 10 ** `scale`. */
export interface Scaled {
  units: bigint;
  scale: number;
}

/** A decimal string of the wire, or null for anything else. */
export function parseScaled(value: string | null | undefined): Scaled | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value ?? "");
  if (!match) return null;
  const [, sign, whole, decimals = ""] = match;
  return { units: BigInt(`${sign}${whole}${decimals}`), scale: decimals.length };
}

export const absolute = ({ units, scale }: Scaled): Scaled => ({
  units: units < 0n ? -units : units,
  scale,
});

const power = (exponent: number) => 10n ** BigInt(exponent);

/** Below, at or above zero if `a` is less than, equal to or greater than `b`. */
export function compareScaled(a: Scaled, b: Scaled): number {
  const difference = a.units * power(b.scale) - b.units * power(a.scale);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}
