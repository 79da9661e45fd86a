import { useTranslation } from "react-i18next";
import type { Usable, WithdrawalWay } from "@/api/usable";
import { isPositive } from "@/decimal";
import { AmountField, currencyDecimals, formatMoney } from "@/ui";
import { amountProblem } from "./amounts";

interface WithdrawalAmountProps {
  amount: string;
  onChange: (amount: string) => void;
  usable: Usable;
  way: WithdrawalWay;
}

/** The amount to withdraw, with a button for the whole usable amount. */
export function WithdrawalAmount({ amount, onChange, usable, way }: WithdrawalAmountProps) {
  const { t } = useTranslation("withdrawals");
  const { currency } = usable;
  const least = { amount: formatMoney(way.minimum), currency };
  const errors = {
    amount: undefined,
    tooMuch: t("tooMuch"),
    tooSmall: t("tooSmall", least),
  };
  // A lock is shown above; the amount is not the problem.
  const problem = usable.locks.length > 0 ? null : amountProblem(amount, usable, way);
  return (
    <div>
      <AmountField
        label={t("amount")}
        value={amount}
        onChange={onChange}
        decimals={currencyDecimals(currency)}
        unit={currency}
        error={problem ? errors[problem] : undefined}
      />
      <div className="flex min-h-11 items-center justify-between gap-3 px-1 text-small text-ink-2">
        <span className="num">{problem === "tooSmall" ? null : t("least", least)}</span>
        {isPositive(usable.usable) ? (
          <button
            type="button"
            onClick={() => onChange(usable.usable)}
            className="-m-2 min-h-11 min-w-11 shrink-0 p-2 text-right font-semibold text-ink"
          >
            {t("maximum")}
          </button>
        ) : null}
      </div>
    </div>
  );
}
