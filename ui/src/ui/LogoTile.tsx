import { classes } from "./classes";

/**
 * Deep, even hues on which white text keeps its contrast. A code always has the same hue; all months of a future share
 * one, and all pairs with one base currency.
 */
const HUES = [
  "#3A3F47",
  "#4C6B1F",
  "#9B2C25",
  "#1B5FBF",
  "#8F4A00",
  "#5B3E96",
  "#0F6B6B",
  "#7A3358",
];

function hueOf(code: string): string {
  let sum = 0;
  for (const letter of code.replace(/[F-Z]\d\d$|\/.*/, ""))
    sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return HUES[sum % HUES.length] ?? "#3A3F47";
}

function lettersOf(code: string, name: string): string {
  if (/^\d/.test(code)) return name.slice(0, 1);
  const [base = "", other] = code.split("/");
  return other === undefined ? code.slice(0, 2) : base;
}

interface LogoTileProps {
  /** The code as displayed: AAPL, EUR/USD. */
  code: string;
  /** The instrument's name; its first letter is shown for a code of digits. */
  name: string;
  className?: string;
}

/** The tile of an instrument: its first two letters, or a pair's base currency, on a coloured square. */
export function LogoTile({ code, name, className }: LogoTileProps) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: hueOf(code) }}
      className={classes(
        "grid size-9 shrink-0 place-items-center rounded-[11px] text-small font-semibold text-[#fff]",
        className,
      )}
    >
      {lettersOf(code, name)}
    </span>
  );
}
