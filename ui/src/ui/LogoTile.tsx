import { classes } from "./classes";

/** Deep, even hues on which white text keeps its contrast. A code always has the same one, as all months of a future and all pairs of a currency. */
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
  /** As people write it: AAPL, EUR/USD. */
  code: string;
  /** What it is called, of which the first letter stands for a code of digits. */
  name: string;
  className?: string;
}

/** The square that stands for an instrument: its first two letters, or a pair's first currency, on a colour of its own. */
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
