/** The reason why a text is not an amount. */
export type AmountProblem =
  /** Ambiguous, or no number at all. */
  | "unclear"
  /** A comma in a language whose decimal sign is a point, or the other way round. */
  | "decimalSign"
  | "tooPrecise"
  | "wholeOnly";

/** A typed amount: a decimal string for the wire, or the problem with it. */
export type AmountRead = { value: string; problem: null } | { value: ""; problem: AmountProblem };

interface Signs {
  decimal: string;
  group: string;
}

const known = new Map<string, Signs>();

/** The separators of a language, as in 1,234.5. */
function signsOf(language: string): Signs {
  const found = known.get(language);
  if (found) return found;
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(12345.5);
  const sign = (type: string, usual: string) =>
    parts.find((part) => part.type === type)?.value ?? usual;
  const signs = { decimal: sign("decimal", "."), group: sign("group", ",") };
  known.set(language, signs);
  return signs;
}

/** Replaces the full-width digits and signs of Chinese keyboards by ASCII. */
const toHalfWidth = (text: string) =>
  text
    .replace(/[０-９．，]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, ".");

const inPattern = (sign: string) => `\\u{${sign.codePointAt(0)?.toString(16)}}`;

const nothing = (problem: AmountProblem): AmountRead => ({ value: "", problem });

/**
 * Reads a typed amount with at most `decimals`. The whole text is the number or is refused: characters are never
 * skipped, because "1e5" would become 15. A phone's keypad has the sign of the phone's region and not of the language,
 * so the other sign is a decimal sign too, if it cannot be a grouping: before fewer than three digits. Before three it
 * groups, unless so many decimals are allowed: then it is refused, because "1,234" is ambiguous.
 */
export function readAmount(typed: string, decimals: number, language: string): AmountRead {
  const text = toHalfWidth(typed).trim();
  const { decimal, group } = signsOf(language);
  const point = inPattern(decimal);
  if (["", decimal, group].includes(text)) return { value: "", problem: null };
  const other = inPattern(group);
  const plain = new RegExp(`^(\\d*)(?:${point}(\\d*))?$`, "u").exec(text);
  const foreign = new RegExp(`^(\\d*)${other}(\\d{0,2})$`, "u").exec(text);
  const grouped = new RegExp(`^([1-9]\\d{0,2}(?:${other}\\d{3})+)(?:${point}(\\d*))?$`, "u");
  if (decimals > 2 && new RegExp(`^\\d+${other}\\d{3}$`, "u").test(text)) return nothing("unclear");
  const found = plain ?? foreign ?? grouped.exec(text);
  if (!found) return nothing(/^\d+[.,]\d*$/.test(text) ? "decimalSign" : "unclear");
  const fraction = found[2] ?? "";
  if (fraction.length > decimals) return nothing(decimals === 0 ? "wholeOnly" : "tooPrecise");
  const whole = (found[1] ?? "").replaceAll(group, "").replace(/^0+(?=\d)/, "") || "0";
  return { value: fraction ? `${whole}.${fraction}` : whole, problem: null };
}
