import { useTranslation } from "react-i18next";
import type { FutureHolding } from "@/api/futureRows";
import type { Position } from "@/api/positions";
import { classes, formatMoney, useOwnText } from "@/ui";
import { RollButton } from "./RollButton";
import { useExpiryText } from "./useExpiryText";

interface FutureFootProps {
  position: Position;
  future: FutureHolding;
}

/** The foot of a card of a position in a future: its margin call, when it ends, and the way into the next month. */
export function FutureFoot({ position, future }: FutureFootProps) {
  const { t } = useTranslation("positions");
  const own = useOwnText();
  const { currency } = position;
  const { expires, closeOnly, isSoon } = useExpiryText(position, future);
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 border-t border-line px-4 py-1">
      <p
        className={classes(
          "num min-w-0 text-caption break-keep",
          isSoon ? "font-semibold text-caution" : "text-ink-2",
        )}
      >
        {future.marginCall ? (
          <span className="block font-semibold text-caution">
            {t("future.called", {
              amount: own(formatMoney(future.marginCall, currency)),
              currency,
            })}
          </span>
        ) : null}
        <span className="inline-block">{expires}</span>
        {closeOnly ? <span className="block">{closeOnly}</span> : null}
      </p>
      <RollButton
        position={position}
        className="min-h-11 shrink-0 rounded-[12px] text-small font-semibold underline underline-offset-2"
      />
    </div>
  );
}
