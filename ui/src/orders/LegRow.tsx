import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { limitOf, stopOf } from "@/api/orderTerms";
import { formatPriceOf, titleOf } from "@/products";
import { useQuote } from "@/push/quotes";
import { compare, formatDecimal, formatTradeMoment, subtract, useOwnText } from "@/ui";
import { Link } from "@/ui/Link";
import { isPending, legKindOf } from "./legs";
import { ActionButtons } from "./OrderCard";
import { orderAddress } from "./orderAddress";
import { useOrderAway } from "./useAway";
import type { OrderActions } from "./useOrderSheets";

/** The prices of a leg: «200.00», and of a stop-loss with a limit «200.00, limit 199.00». */
export function useLegPrice(leg: Order): string {
  const { t } = useTranslation("orders");
  const [limit, stop] = [limitOf(leg.prices), stopOf(leg.prices)];
  if (limit === null || stop === null) return formatPriceOf(leg, stop ?? limit);
  const prices = { stop: formatPriceOf(leg, stop), limit: formatPriceOf(leg, limit) };
  return t("group.withLimit", prices);
}

/** The quantity that a leg closes: «Covers 10 of 20», or of all of the position «Covers 20». */
function useCoverText(leg: Order, held: string | undefined): string {
  const { t } = useTranslation("orders");
  const own = useOwnText();
  const rest = subtract(leg.quantity, leg.filled);
  const quantity = own(formatDecimal(rest));
  return held === undefined || compare(rest, held) >= 0
    ? t("group.covers", { quantity })
    : t("group.coversPart", { quantity, held: own(formatDecimal(held)) });
}

interface LegRowProps extends OrderActions {
  leg: Order;
  /** The quantity of the position that it protects. */
  held?: string | undefined;
  /** The profit or loss that it would take. */
  children?: ReactNode;
}

/** A leg of a group: its price, its distance, what it covers, and buttons to change and to cancel it alone. */
export function LegRow({ leg, held, children, ...actions }: LegRowProps) {
  const { t, i18n } = useTranslation("orders");
  const distance = useOrderAway(leg, useQuote(leg));
  const cover = useCoverText(leg, held);
  const price = useLegPrice(leg);
  const kind = t(`kind.${legKindOf(leg) ?? leg.prices.type}`);
  const names = { leg: kind, instrument: titleOf(leg).first };
  const { triggeredAt } = leg;
  const state =
    triggeredAt === null
      ? distance
      : t("waits.triggered", { time: formatTradeMoment(triggeredAt, i18n.language, leg) });
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex items-center justify-between gap-3">
        <Link to={orderAddress(leg)} data-row className="min-w-0 text-note font-semibold">
          {kind} <span className="num">{price}</span>
        </Link>
        <ActionButtons
          order={leg}
          labels={{ amend: t("group.amend", names), cancel: t("group.cancel", names) }}
          {...actions}
        />
      </div>
      {isPending(leg) ? null : (
        <p className="num text-small text-ink-2">
          {[state, cover].filter((part) => part !== null).join(" · ")}
        </p>
      )}
      {children}
    </li>
  );
}
