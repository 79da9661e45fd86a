import type { Instrument } from "@/api/market";
import { kindOf } from ".";

interface Deed extends Pick<Instrument, "assetClass"> {
  side: "buy" | "sell";
  position: "long" | "short";
}

/** True if it adds to a position; false if it closes it. */
export const opens = ({ side, position }: Omit<Deed, "assetClass">) =>
  (side === "buy") === (position === "long");

/** The words for an order or a fill, as i18next's context: those of its kind, or of a close if the kind has any. */
export function wordsOf(deed: Deed): "margin" | "closing" | undefined {
  const { words } = kindOf(deed);
  return words && (opens(deed) ? words : "closing");
}
