import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Quote } from "@/api/market";
import type { Order } from "@/api/orders";
import { formatPriceOf } from "@/products";
import { useQuote } from "@/push/quotes";
import { formatTradeMinute, formatTradeMoment } from "@/ui";
import { isPending } from "./legs";
import { useOrderAway } from "./useAway";
import { isOfHours, type Wait, waitOf } from "./waits";

/** The moment from which an order can be filled or triggered; null while it can, or before that is known. */
function useHeldText(order: Order, quote: Quote | undefined): string | null {
  const { t, i18n } = useTranslation("orders");
  const isHeld = quote !== undefined && !isOfHours(order, quote.session);
  const { data } = useQuery({
    ...instrumentDetail(order),
    enabled: isHeld,
    refetchInterval: false,
  });
  if (!isHeld || !data) return null;
  const event = "stopPrice" in order.prices && !order.triggered ? "trigger" : "fill";
  if (data.halt) return t(`waits.held.${event}.halted`);
  if (data.openAroundTheClock) return null;
  const { sessionOpensAt: opens } = data;
  // Regular hours are told, and extended ones may begin before them.
  if (opens === null || order.extendedHours) return t(`waits.held.${event}.open`);
  return t(`waits.held.${event}.from`, {
    time: formatTradeMinute(opens, i18n.language, order),
  });
}

/** The event that an order waits for, such as «Waits for 220.00», and how far away it is. */
function useWaitText(order: Order, quote: Quote | undefined): [event: string, away: string | null] {
  const { t } = useTranslation("orders");
  const wait: Wait = waitOf(order, quote);
  const distance = useOrderAway(order, quote);
  if (wait.for === "entry" || wait.for === "market") return [t(`waits.${wait.for}`), null];
  const price = formatPriceOf(order, wait.price);
  const event =
    wait.for === "trailing" ? t("waits.trailing", { stop: price }) : t("waits.for", { price });
  return [event, wait.reached ? t("waits.reached") : distance];
}

interface WaitLineProps {
  order: Order;
  /** True beside a sentence that says what the order waits for. */
  isTold?: boolean;
}

/** The event that a working order waits for and how far away it is, with every tick. */
export function WaitLine({ order, isTold = false }: WaitLineProps) {
  const { t, i18n } = useTranslation("orders");
  const quote = useQuote(order);
  const held = useHeldText(order, quote);
  const [event, away] = useWaitText(order, quote);
  const { triggeredAt } = order;
  const text = [isTold && !isPending(order) ? null : event, away].filter((part) => part !== null);
  return (
    <div className="num mt-1 text-note">
      {triggeredAt === null ? null : (
        <p className="text-ink-2">
          {t("waits.triggered", {
            time: formatTradeMoment(triggeredAt, i18n.language, order),
          })}
        </p>
      )}
      {text.length > 0 ? <p className="font-medium">{text.join(" · ")}</p> : null}
      {held === null ? null : <p className="text-ink-2">{held}</p>}
    </div>
  );
}
