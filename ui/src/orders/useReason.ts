import { useTranslation } from "react-i18next";
import type { RefusalWord } from "@/trade/words";
import type { Cost } from "./useTicket";

/** The customer's next step after a foreseen refusal, short enough for a button. */
const ASKS: Partial<
  Record<RefusalWord, "closed" | "quote" | "price" | "quantity" | "ending" | "called">
> = {
  stop_price_required: "price",
  stop_tick_size: "price",
  stop_price_side: "price",
  legs_side: "price",

  session_closed: "closed",
  stale_quote: "quote",
  no_quote: "quote",
  price_required: "price",
  tick_size: "price",
  price_band: "price",
  quantity_invalid: "quantity",
  lot_size: "quantity",
  order_value_too_small: "quantity",
  out_of_range: "quantity",
  contract_ending: "ending",
  margin_called: "called",
};

/** What the account or the position lacks. */
const LACKS: Partial<Record<RefusalWord, "tooMuch" | "tooMany">> = {
  insufficient_funds: "tooMuch",
  insufficient_position: "tooMany",
};

/** The reason why an order cannot be reviewed now, shown as the button's label; null if it can. */
export function useReason({
  missing,
  refusal,
  old,
  isImpossible = false,
}: Pick<Cost, "missing" | "refusal" | "old"> & { isImpossible?: boolean }): string | null {
  const { t } = useTranslation(["orders", "common", "ticket"]);
  if (missing === "larger") return t("orders:amount.larger");
  if (missing === "trail" || missing === "date") return t(`ticket:missing.${missing}`);
  if (missing) return t(`common:unavailable.${missing}`);
  if (isImpossible) return t("orders:blocked.price");
  if (refusal === "trail_invalid" || refusal === "expire_date_invalid") {
    return t(`ticket:missing.${refusal === "trail_invalid" ? "otherTrail" : "otherDate"}`);
  }
  const lacks = refusal && LACKS[refusal];
  if (lacks) return t(`common:unavailable.${lacks}`);
  if (refusal) return t(`orders:blocked.${ASKS[refusal] ?? "other"}`);
  return old && !old.trusted ? t("orders:blocked.figures") : null;
}
