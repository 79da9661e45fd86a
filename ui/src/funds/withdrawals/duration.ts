/** The units of a duration, from the longest down, in seconds. */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in its two greatest units: "2 hr 5 min". */
export function formatDuration(seconds: number, language: string): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const parts = first < 0 ? UNITS.slice(-1) : UNITS.slice(first, first + 2);
  let rest = seconds;
  const written = parts.flatMap(([unit, size], i) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (i > 0 && count === 0) return [];
    const format = { style: "unit", unit, unitDisplay: "short" } as const;
    const length = new Intl.NumberFormat(language, format).format(count);
    // Browsers put a space before some Chinese units only.
    return [length.replace(/(?<=\d)(?=\p{Script=Han})/u, " ")];
  });
  return written.join(" ");
}
