import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { to } from "@/screens";
import { Card, formatMoney, Own } from "@/ui";
import { Link } from "@/ui/Link";
import { withdrawalReasonWord } from "../words";
import { destinationOf } from "./destination";
import { Timeline } from "./Timeline";

/** Why a withdrawal was rejected, in the customer's language where the reason is a known one. */
function Reason({ reason }: { reason: string }) {
  const { t } = useTranslation("withdrawals");
  const word = withdrawalReasonWord(reason);
  return <p className="mt-2 text-small text-danger">{word ? t(`reason.${word}`) : reason}</p>;
}

interface WithdrawalCardProps {
  withdrawal: Withdrawal;
  /** Asks whether to call it off, which only one that waits for its review can be. */
  onCancel: () => void;
}

/** One withdrawal: what was asked for, where it goes, and how far it is. */
export function WithdrawalCard({ withdrawal, onCancel }: WithdrawalCardProps) {
  const { t } = useTranslation(["withdrawals", "payouts"]);
  const { asked, arriving, status, reason } = withdrawal;
  return (
    <Card className="mb-2.5" aria-live="polite">
      <div className="flex items-baseline justify-between gap-3">
        <p className="num text-title font-semibold">
          <Own>{formatMoney(asked.amount)}</Own>{" "}
          <span className="text-small text-ink-2">{asked.currency}</span>
        </p>
        <p className="min-w-0 text-right text-small break-words text-ink-2">
          {destinationOf(withdrawal)}
        </p>
      </div>
      <p className="num mb-2.5 text-small text-ink-2">
        {t("arrives")} <Own>{formatMoney(arriving)}</Own> {asked.currency}
      </p>
      <Timeline withdrawal={withdrawal} />
      {reason ? <Reason reason={reason} /> : null}
      <div className="-mb-2 -ml-3 flex flex-wrap">
        <Link
          to={to("withdrawal", { id: withdrawal.id })}
          className="inline-flex min-h-11 items-center rounded-control px-3 text-note font-semibold text-ink"
        >
          {t("payouts:detail.open")}
        </Link>
        {status === "requested" ? (
          <button
            type="button"
            onClick={onCancel}
            className="min-h-11 rounded-control px-3 text-note font-semibold text-ink"
          >
            {t("cancel.action")}
          </button>
        ) : null}
      </div>
    </Card>
  );
}
