/** Signs of each of the two lines at the bottom of a passport's page (ICAO 9303, part 4). */
export const LINE_LENGTH = 44;

/** What stands in such a line: capitals, digits and the filler. */
const OTHER = /[^A-Z0-9<]/g;

/**
 * What was typed or pasted of the two lines, as they are: capitals without spaces, and the marks that phones make of
 * two fillers put back. A second line begins where the first one is full.
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

/** The lines of a cleaned text, each with what stands in it. */
export function linesOf(text: string): [string, string] {
  const [first = "", second = ""] = text.split("\n");
  return [first, second];
}

/** Both are as long as they are on every passport. Whether they are right, the server says. */
export const areWhole = (text: string) =>
  linesOf(text).every(({ length }) => length === LINE_LENGTH);
