/** Characters in each of the two lines at the bottom of a passport's page (ICAO 9303, part 4). */
export const LINE_LENGTH = 44;

/** Characters other than those of such lines: capitals, digits and the filler. */
const OTHER = /[^A-Z0-9<]/g;

/**
 * Cleans typed or pasted lines: capitals without spaces, and the quotation marks that phones make of two fillers
 * converted back. The second line begins when the first is full.
 */
export function cleanLines(text: string): string {
  const typed = text
    .toUpperCase()
    .replace(/[«《≪]/g, "<<")
    .replace(/[‹〈＜]/g, "<")
    .split(/\r?\n/)
    .map((line) => line.replace(OTHER, ""));
  const [first = "", ...others] = typed;
  const rest = others.join("");
  const isBroken = typed.length > 1;
  const whole = first.length > LINE_LENGTH ? first + rest : null;
  const [one, two] = whole
    ? [whole.slice(0, LINE_LENGTH), whole.slice(LINE_LENGTH)]
    : [first, rest];
  const second = two.slice(0, LINE_LENGTH);
  return isBroken || second ? `${one}\n${second}` : one;
}

/** The two lines of a cleaned text. */
export function linesOf(text: string): [string, string] {
  const [first = "", second = ""] = text.split("\n");
  return [first, second];
}

/** True if both have a passport's length. Only the server checks their content. */
export const areWhole = (text: string) =>
  linesOf(text).every(({ length }) => length === LINE_LENGTH);
