import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Position } from "@/api/positions";
import { walletOf, wallets } from "@/api/wallets";
import { addMargin } from "@/money/positions";
import { useMoneyAction } from "@/money/useMoneyAction";
import { ticketOf } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { to } from "@/screens";
import { AmountField, currencyDecimals, formatMoney, isPositive, Own, toast } from "@/ui";
import { Link } from "@/ui/Link";
import { BeforeAfter } from "./BeforeAfter";
import { ChangeSheet } from "./ChangeSheet";
import { useMarginPreview } from "./useMarginPreview";

/** Adds margin to a position, so that its liquidation is further away: at first what a margin call asks for. */
export function AddMarginSheet({ position, onClose }: { position: Position; onClose: () => void }) {
  const { t } = useTranslation(["positions", "common"]);
  const [amount, setAmount] = useState(position.future?.marginCall ?? "");
  const { currency, id } = position;
  const { wallet } = ticketOf(position);
  const available = walletOf(useQuery(wallets).data, wallet)?.available;
  const adding = useMoneyAction(addMargin, {
    subject: instrumentName(position),
    onAnswer() {
      toast(t("positions:margin.added"));
      onClose();
    },
  });
  const filled = isPositive(amount) ? { amount } : null;
  const { preview, obstacle } = useMarginPreview(id, filled);
  return (
    <ChangeSheet
      position={position}
      title={t("positions:margin.add")}
      confirm={t("positions:margin.add")}
      action={adding}
      body={filled && { id, ...filled }}
      reason={filled ? null : t("common:unavailable.amount")}
      obstacle={obstacle}
      onClose={onClose}
    >
      <div className="space-y-2 pt-1">
        <AmountField
          label={t("positions:margin.amount")}
          value={amount}
          onChange={setAmount}
          decimals={currencyDecimals(currency)}
          unit={currency}
        />
        <p className="num flex flex-wrap justify-between gap-x-3 px-1 text-small text-ink-2">
          <span>
            {t("positions:margin.available")}{" "}
            <Own>
              {formatMoney(available, currency)} {currency}
            </Own>
          </span>
          <Link
            to={to("transfer", { from: "BALANCE", to: wallet })}
            className="-my-3 inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-2"
          >
            {t("positions:margin.transfer")}
          </Link>
        </p>
        {filled ? <BeforeAfter position={position} preview={preview} obstacle={obstacle} /> : null}
      </div>
    </ChangeSheet>
  );
}
