/** A reply says its time in whole seconds, and was some time on its way: less than this is no difference of clocks. */
const EXACT_TO_MS = 3_000;
const HALF_A_SECOND_MS = 500;

let aheadMs = 0;

/** Learns the server's clock from the `Date` of a reply that has just arrived. */
export function hearServerClock({ headers }: Response): void {
  const at = Date.parse(headers.get("Date") ?? "");
  if (Number.isNaN(at)) return;
  const ahead = at + HALF_A_SECOND_MS - Date.now();
  aheadMs = Math.abs(ahead) < EXACT_TO_MS ? 0 : ahead;
}

/** The present moment by the server's clock, in Unix milliseconds: a device's own clock may be wrong. */
export const serverNow = (): number => Date.now() + aheadMs;
