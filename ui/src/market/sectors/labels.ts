/** The width of a text in pixels, at a size in pixels. */
export type Measure = (text: string, size: number, weight: number) => number;

/** The label of a tile: its name in one line or two, and its change if there is room beneath. */
export interface Label {
  lines: string[];
  size: number;
  change: boolean;
}

interface Of {
  market: string;
  code: string;
  name: string;
  change: string;
}

interface Room {
  width: number;
  height: number;
}

/** Sizes from the largest down, and the least size of a tile for each. */
const SIZES = [
  { size: 15, from: 90 },
  { size: 13, from: 60 },
  { size: 11, from: 0 },
] as const;
const WEIGHT = 600;
const LINE = 1.25;
/** The greatest size of the change. */
export const CHANGE_PX = 13;
/** The free space at both sides together, and above and below. */
const EDGE_X = 6;
const EDGE_Y = 4;

/** Legal parts of the names of Hong Kong companies, which everybody leaves out. */
const LEGAL =
  /\s*(?:\((?:Holdings|Group|International|Cayman(?: Islands)?|Hong Kong|China)\)|[(（](?:控股|集团|集團|国际|國際|香港|中国|中國)[)）]|\s(?:Holdings?|Group|Company|Corporation)|控股|集团|集團)$/;

function shortName(name: string): string {
  const short = name.replace(LEGAL, "");
  return short === name || short.length < 2 ? name : shortName(short);
}

/** A coin without its quote currency: HBAR of HBARUSDT. */
const shortCode = ({ market, code }: Of) =>
  market === "Crypto" ? code.replace(/(?<=.)USDT?$/, "") : code;

/** A text in two lines of similar width, split between words; Chinese is split anywhere. */
function inTwo(text: string, measure: Measure, size: number): string[] | null {
  const isWords = /^[\x20-\x7e]+$/.test(text);
  const cuts = isWords
    ? [...text.matchAll(/ /g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)])
    : text.length >= 4
      ? [[text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))]]
      : [];
  const widest = (lines: string[]) => Math.max(...lines.map((line) => measure(line, size, WEIGHT)));
  return cuts.sort((a, b) => widest(a) - widest(b))[0] ?? null;
}

/**
 * The label that fits into a tile by its measured width: in Hong Kong the name, since few know the number, elsewhere
 * the code. Null if not even the code fits.
 */
export function labelOf(of: Of, { width, height }: Room, measure: Measure): Label | null {
  const short = shortName(of.name);
  const names = of.market === "HK" ? [...new Set([of.name, short])] : [];
  const fits = (lines: string[], size: number) =>
    lines.every((line) => measure(line, size, WEIGHT) + EDGE_X <= width) &&
    lines.length * size * LINE + EDGE_Y <= height;
  const labelled = (lines: string[], size: number): Label => ({
    lines,
    size,
    change:
      measure(of.change, Math.min(size, CHANGE_PX), 450) + EDGE_X <= width &&
      (lines.length * size + Math.min(size, CHANGE_PX)) * LINE + EDGE_Y <= height,
  });
  const sizes = SIZES.filter(({ from }) => Math.min(width, height * 1.4) >= from);
  for (const text of [...names, shortCode(of)]) {
    for (const { size } of sizes) {
      if (fits([text], size)) return labelled([text], size);
      const two = text === shortCode(of) ? null : inTwo(text, measure, size);
      if (two && fits(two, size)) return labelled(two, size);
    }
  }
  return null;
}

/** An estimate if nothing can be measured: wide characters are as wide as high, Latin ones about 0.62 of that. */
const guessed: Measure = (text, size) =>
  [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 1 : 0.62), 0) * size;

let drawn: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

/** The width of a text as the browser draws it in the app's font. */
export const measured: Measure = (text, size, weight) => {
  const key = `${size} ${weight} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (drawn === undefined) drawn = document.createElement("canvas").getContext("2d");
  if (!drawn) return guessed(text, size, weight);
  drawn.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const { width } = drawn.measureText(text);
  if (known.size > 5_000) known.clear();
  known.set(key, width);
  return width;
};
