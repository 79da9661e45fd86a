import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { limitOf } from "@/api/orderTerms";
import { formatPriceOf, type TicketName, titleOf } from "@/products";
import { counted, measured } from "@/products/words";
import { FORMS } from "@/trade/forms";
import {
  AmountField,
  currencyDecimals,
  formatDecimal,
  formatMoney,
  isPositive,
  subtract,
} from "@/ui";
import type { TicketState } from "./useTicket";

interface SpendingFieldProps {
  name: TicketName;
  instrument: InstrumentDetail;
  state: TicketState;
  error?: string;
}

/** The quantity that the server gets for the amount, and the rest of it. */
function useBought(
  instrument: InstrumentDetail,
  { draft, cost, current }: TicketState,
): string | undefined {
  const { t } = useTranslation("orders");
  if (!cost || !current || !isPositive(cost.quantity)) return undefined;
  const { quantity, total, currency } = cost;
  const amount = formatMoney(subtract(draft.amount, total), currency);
  return t("amount.left", { shares: counted(t, instrument, quantity), amount, currency });
}

/** The least purchase of what is traded in lots, if the amount is too small for it. */
function useTrouble(
  { name, instrument }: SpendingFieldProps,
  { ticket, quote, missing }: TicketState,
): string | undefined {
  const { t } = useTranslation("orders");
  if (missing !== "larger" || !FORMS[name].inLots) return undefined;
  return t("amount.tooSmall", {
    quantity: measured(t, instrument, formatDecimal(instrument.lotSize)),
    instrument: titleOf(instrument).first,
    price: formatPriceOf(instrument, limitOf(ticket.terms) ?? quote.ask),
  });
}

/** The amount to spend, and below it the purchase and the rest. */
export function SpendingField(props: SpendingFieldProps) {
  const { instrument, state, error } = props;
  const { t } = useTranslation("orders");
  const { draft, change } = state;
  const bought = useBought(instrument, state);
  const trouble = useTrouble(props, state);
  return (
    <AmountField
      label={t("amount.field")}
      value={draft.amount}
      onChange={(amount) => change({ amount })}
      decimals={currencyDecimals(instrument.currency)}
      unit={instrument.currency}
      error={trouble ?? error}
      hint={bought ? <span className="num">{bought}</span> : undefined}
    />
  );
}
