import { useTranslation } from "react-i18next";
import type { Cost, TicketState } from "./useTicket";
import type { RefusalWord } from "./words";

/** What a refusal that is foreseen asks of the customer, in as few words as a button has room for. */
const ASKS: Partial<Record<RefusalWord, "closed" | "quote" | "price" | "quantity">> = {
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
};

const TOO_MUCH: readonly RefusalWord[] = ["insufficient_funds", "insufficient_position"];

interface Lacking extends Pick<Cost, "refusal" | "old"> {
  missing: TicketState["missing"];
}

/** Why an order cannot be reviewed now: every ticket's button says it in place of its label. Null where it can. */
export function useReason({ missing, refusal, old }: Lacking): string | null {
  const { t } = useTranslation(["orders", "common"]);
  if (missing === "larger") return t("orders:amount.larger");
  if (missing) return t(`common:unavailable.${missing}`);
  if (refusal && TOO_MUCH.includes(refusal)) return t("common:unavailable.tooMuch");
  if (refusal) return t(`orders:blocked.${ASKS[refusal] ?? "other"}`);
  return old && !old.trusted ? t("orders:blocked.figures") : null;
}
