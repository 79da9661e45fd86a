import type { TFunction } from "i18next";
import type { Instrument } from "@/api/market";
import { formatDecimal } from "@/ui/format";
import { type Kind, kindOf } from ".";

type T = TFunction<"orders">;

interface Deed extends Pick<Instrument, "assetClass"> {
  side: "buy" | "sell";
  position: "long" | "short";
}

/** True if it adds to a position; false if it closes it. */
export const opens = ({ side, position }: Omit<Deed, "assetClass">) =>
  (side === "buy") === (position === "long");

/** The verbs for an order or a fill, as i18next's context: those of its kind, or of a close if the kind has any. */
export function wordsOf(deed: Deed): "margin" | "closing" | undefined {
  const { words } = kindOf(deed);
  return words && (opens(deed) ? words : "closing");
}

/**
 * The variant of a sentence for a kind, as i18next's context: that of its verbs, or that of shares, which alone have
 * lots and are called so. All other kinds share the plain one, whatever they are called.
 */
export const variantOf = ({ words, noun }: Kind) => words ?? (noun === "share" ? noun : undefined);

/** A quantity by itself, with its noun in every language: "5 shares", "0.5 BTC". */
export function counted(
  t: T,
  of: Pick<Instrument, "assetClass" | "symbol">,
  quantity: string,
): string {
  const { noun, coin } = kindOf(of);
  return t(`count.${noun}`, {
    count: Number(quantity),
    quantity: formatDecimal(quantity),
    coin: coin?.(of.symbol),
  });
}

/**
 * A quantity, as it is shown, in a sentence that names the instrument: Chinese has a counter there ("5 股"), English
 * no noun.
 */
export const measured = (t: T, of: Pick<Instrument, "assetClass">, shown: string): string =>
  t(`measure.${kindOf(of).noun}`, { quantity: shown });

/** A quantity of an instrument, for what is or was done with it (`deed` and `done` of `orders.json`). */
export const amountOf = (
  t: T,
  of: Pick<Instrument, "assetClass">,
  shown: string,
  instrument: string,
): string => `${measured(t, of, shown)} ${instrument}`;

/** The noun of one instrument: in a sentence ("stock"), or as a label ("Stock"). */
export const thingOf = (t: T, { thing }: Kind, as?: "label"): string =>
  t(`thing.${thing}`, { context: as });
