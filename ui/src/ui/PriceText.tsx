import { useEffect, useRef } from "react";
import { classes } from "./classes";
import {
  directionOf,
  type Figure,
  formatPercent,
  formatPrice,
  formatSigned,
  splitDecimals,
} from "./format";
import { prefersStillness } from "./motion";
import { compareScaled, parseScaled } from "./scaled";

export const directionText = {
  rise: "text-rise-text",
  fall: "text-fall-text",
  flat: "text-ink-2",
} as const;

interface PriceTextProps {
  /** A decimal string, or null before the first tick. */
  value: Figure;
  className?: string;
}

/** Formatting of a price. */
export interface PriceLook {
  /** The least number of decimals. */
  decimals?: number;
  /** Number of decimals up to the pip; those beyond are drawn smaller. */
  pip?: number;
}

function movement(before: Figure, after: Figure): "rise" | "fall" | null {
  const [from, till] = [parseScaled(before), parseScaled(after)];
  const order = from && till ? compareScaled(till, from) : 0;
  if (order === 0) return null;
  return order > 0 ? "rise" : "fall";
}

const FADE = { opacity: [1, 0] };
const FADING = { duration: 400, easing: "ease-out", pseudoElement: "::before" };

/**
 * Flashes an element's tint for 400 ms, in the colour of the move, when its value changes. The opacity animation runs
 * off the main thread, and a script's animation fires no events, which would be too many in a list of live prices.
 */
function useFlash(value: Figure) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef(value);
  const fade = useRef<Animation>(undefined);
  useEffect(() => {
    const move = movement(shown.current, value);
    shown.current = value;
    const span = element.current;
    if (!move || !span) return;
    if (span.dataset.move !== move) span.dataset.move = move;
    if (prefersStillness()) return;
    fade.current ??= span.animate(FADE, FADING);
    fade.current.currentTime = 0;
    fade.current.play();
  }, [value]);
  return element;
}

/** A price with smaller digits for the decimals beyond a pip. */
export function PriceDigits({ value, decimals = 2, pip }: PriceLook & { value: Figure }) {
  const text = formatPrice(value, decimals);
  const beyond = pip === undefined ? 0 : splitDecimals(text)[1].length - 1 - pip;
  if (beyond <= 0) return text;
  return (
    <>
      {text.slice(0, -beyond)}
      <span className="text-[0.7em]">{text.slice(-beyond)}</span>
    </>
  );
}

/** A live price. When it changes its background flashes for 400 ms in the colour of the move. */
export function PriceText({ value, decimals, pip, className }: PriceTextProps & PriceLook) {
  const element = useFlash(value);
  return (
    <span ref={element} className={classes("num tint -mx-1 rounded-[6px] px-1", className)}>
      <PriceDigits value={value} decimals={decimals} pip={pip} />
    </span>
  );
}

/** The live price of a quote screen, in large type. */
export function BigPrice({ value, decimals, pip }: { value: Figure } & PriceLook) {
  const element = useFlash(value);
  return (
    <span
      ref={element}
      className="num tint -mx-1 inline-block rounded-[8px] px-1 text-display font-semibold tracking-[-0.02em]"
    >
      <PriceDigits value={value} decimals={decimals} pip={pip} />
    </span>
  );
}

interface ChangePillProps {
  percent: Figure;
  /** The amount behind the percentage, for the sign and colour of a small one. */
  gain?: Figure;
  className?: string;
}

/** A change in percent on a soft tint of its direction. `"1.25"` is 1.25 %. */
export function ChangePill({ percent, gain = percent, className }: ChangePillProps) {
  const tint = { rise: "bg-rise-soft", fall: "bg-fall-soft", flat: "bg-sunken" };
  const direction = directionOf(gain);
  return (
    <span
      className={classes(
        "num inline-block min-w-[70px] rounded-pill px-2 py-[3px] text-center text-small font-semibold",
        tint[direction],
        directionText[direction],
        className,
      )}
    >
      {formatPercent(percent, gain)}
    </span>
  );
}

interface PriceOverPillProps extends PriceLook, ChangePillProps {
  price: Figure;
}

/** A live price over its change, for the end of a list row. Only the price flashes: 4 px part it from the pill. */
export function PriceOverPill({ price, percent, gain, decimals, pip }: PriceOverPillProps) {
  return (
    <span className="flex flex-col items-end gap-1">
      <PriceText
        value={price}
        decimals={decimals}
        pip={pip}
        className="leading-[1.25] font-semibold"
      />
      <ChangePill percent={percent} gain={gain} />
    </span>
  );
}

interface SignedTextProps extends PriceTextProps {
  /** The least number of decimals of a price or an amount. */
  decimals?: number;
  percent?: boolean;
  /** The amount behind a percentage, for the sign and colour of a small one. */
  gain?: Figure;
}

/** A gain or a loss in its colour and with its sign, as money or, with `percent`, as a share. */
export function SignedText(props: SignedTextProps) {
  const { value, decimals, percent = false, gain = value, className } = props;
  return (
    <span className={classes("num", directionText[directionOf(gain)], className)}>
      {percent ? formatPercent(value, gain) : formatSigned(value, decimals)}
    </span>
  );
}

interface BigFigureProps extends PriceTextProps {
  /** True for a gain or a loss, whose sign is always shown. */
  signed?: boolean;
}

/** The main figure of a screen. Its decimals are smaller, and a long figure shrinks as a whole. */
export function BigFigure({ value, signed = false, className }: BigFigureProps) {
  const [whole, decimals] = splitDecimals(signed ? formatSigned(value) : formatPrice(value));
  const size =
    whole.length > 13 ? "text-heading" : whole.length > 10 ? "text-figure" : "text-display";
  return (
    <span className={classes("num font-semibold tracking-[-0.02em]", size, className)}>
      {whole}
      <span className="text-[0.7em]">{decimals}</span>
    </span>
  );
}
