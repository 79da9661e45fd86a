import { useTranslation } from "react-i18next";
import { useSession } from "@/session";
import {
  AmountField,
  ceilMoney,
  formatDecimal,
  formatMoney,
  formatPrice,
  isPositive,
  multiply,
  subtract,
} from "@/ui";
import type { TicketState } from "./useTicket";

type Purchase = NonNullable<TicketState["purchase"]>;

interface SpendingFieldProps {
  state: Pick<TicketState, "draft" | "change" | "purchase">;
  /** The instrument's name, in the reader's language. */
  instrument: string;
  currency: string;
  error?: string;
}

/** The shares that an amount buys, and the rest of it: with fees once the server has sent them. */
function useBought(purchase: Purchase | null, currency: string): string | undefined {
  const { t } = useTranslation("orders");
  const session = useSession();
  if (!purchase || !isPositive(purchase.quantity)) return undefined;
  const { amount, price, quantity, left } = purchase;
  const shares = t("amount.shares", { count: Number(quantity), quantity: formatDecimal(quantity) });
  if (left !== null) {
    return t("amount.left", { shares, amount: formatMoney(left), currency });
  }
  if (session) return shares;
  const beforeFees = subtract(amount, ceilMoney(multiply(price, quantity)));
  return t("amount.leftBeforeFees", { shares, amount: formatMoney(beforeFees), currency });
}

/** The reason why an amount buys nothing. */
function useTrouble(purchase: Purchase | null, instrument: string): string | undefined {
  const { t } = useTranslation("orders");
  if (!purchase || isPositive(purchase.quantity)) return undefined;
  if (!isPositive(purchase.price)) return t("refusal.no_quote");
  return t("amount.tooSmall", {
    quantity: formatDecimal(purchase.lot),
    instrument,
    price: formatPrice(purchase.price),
  });
}

/** The amount to spend, and below it the purchase and the rest. */
export function SpendingField({ state, instrument, currency, error }: SpendingFieldProps) {
  const { t } = useTranslation("orders");
  const { draft, change, purchase } = state;
  const bought = useBought(purchase, currency);
  const trouble = useTrouble(purchase, instrument);
  return (
    <AmountField
      label={t("amount.field")}
      value={draft.amount}
      onChange={(amount) => change({ amount })}
      unit={currency}
      error={trouble ?? error}
      hint={bought ? <span className="num">{bought}</span> : undefined}
    />
  );
}
