import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { bodyOf } from "@/api/moneyAction";
import type { Position } from "@/api/positions";
import { walletOf, wallets } from "@/api/wallets";
import { addMargin, removeMargin } from "@/money/positions";
import { useMoneyAction } from "@/money/useMoneyAction";
import { ticketOf } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { to } from "@/screens";
import { AmountField, currencyDecimals, formatMoney, isPositive, Own, toast } from "@/ui";
import { Link } from "@/ui/Link";
import { BeforeAfter } from "./BeforeAfter";
import { ChangeSheet } from "./ChangeSheet";
import { removableOf } from "./removableOf";
import { useMarginPreview } from "./useMarginPreview";

export type MarginDirection = "add" | "remove";

const ACTIONS = { add: addMargin, remove: removeMargin } as const;
const DONE = { add: "added", remove: "removed" } as const;

/** All that can be taken back, as the market moves it, and not the amount of a moment. */
const ALL = "all";

const BESIDE =
  "-my-3 inline-flex min-h-11 min-w-11 items-center justify-end font-semibold text-ink underline underline-offset-2";

interface LimitProps {
  label: string;
  amount: string | null | undefined;
  currency: string;
  /** What the customer can do about it. */
  children: ReactNode;
}

/** The greatest amount, beneath the field. */
function Limit({ label, amount, currency, children }: LimitProps) {
  return (
    <p className="num flex flex-wrap justify-between gap-x-3 px-1 text-small text-ink-2">
      <span>
        {label}{" "}
        <Own>
          {formatMoney(amount, currency)} {currency}
        </Own>
      </span>
      {children}
    </p>
  );
}

interface MarginSheetProps {
  position: Position;
  direction: MarginDirection;
  onClose: () => void;
}

/**
 * Adds margin to a position, so that its liquidation is further away, at first what a margin call asks for; or takes
 * back what it does not need.
 */
export function MarginSheet({ position, direction, onClose }: MarginSheetProps) {
  const { t } = useTranslation(["positions", "common"]);
  const { currency, id } = position;
  const { wallet } = ticketOf(position);
  const isAdding = direction === "add";
  const [typed, setTyped] = useState(isAdding ? (position.future?.marginCall ?? "") : "");
  const removable = removableOf(position);
  const amount = typed === ALL ? (removable ?? "") : typed;
  const available = walletOf(useQuery(wallets).data, wallet)?.available;
  const action = ACTIONS[direction];
  const changing = useMoneyAction(action, {
    subject: instrumentName(position),
    onAnswer() {
      toast(t(`positions:margin.${DONE[direction]}`));
      onClose();
    },
  });
  const body = isPositive(amount) ? { id, amount } : null;
  const change = body && (isAdding ? { amount } : { removed: amount });
  const { preview, obstacle } = useMarginPreview(id, change);
  const earlier = body && changing.earlierOf(body);
  const isTooMuch = !isAdding && changing.refusal?.error === "margin_too_low";
  return (
    <ChangeSheet
      position={position}
      title={t(`positions:margin.${direction}`)}
      confirm={t(`positions:margin.${direction}`)}
      action={changing}
      body={body}
      reason={body ? null : t("common:unavailable.amount")}
      refused={isTooMuch ? t("positions:margin.obstacle.not_removable") : undefined}
      unansweredWords={
        earlier ? action.words(bodyOf(action, earlier), earlier.subject ?? "") : undefined
      }
      obstacle={obstacle}
      onClose={onClose}
    >
      <div className="space-y-2 pt-1">
        <AmountField
          label={t("positions:margin.amount")}
          value={amount}
          onChange={setTyped}
          decimals={currencyDecimals(currency)}
          unit={currency}
        />
        {isAdding ? (
          <Limit label={t("positions:margin.available")} amount={available} currency={currency}>
            <Link to={to("transfer", { from: "BALANCE", to: wallet })} className={BESIDE}>
              {t("positions:margin.transfer")}
            </Link>
          </Limit>
        ) : (
          <Limit label={t("positions:margin.removable")} amount={removable} currency={currency}>
            {isPositive(removable ?? "") ? (
              <button type="button" onClick={() => setTyped(ALL)} className={BESIDE}>
                {t("positions:margin.all")}
              </button>
            ) : null}
          </Limit>
        )}
        {body ? <BeforeAfter position={position} preview={preview} obstacle={obstacle} /> : null}
      </div>
    </ChangeSheet>
  );
}
