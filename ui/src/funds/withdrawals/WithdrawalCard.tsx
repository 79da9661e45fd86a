import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { to } from "@/screens";
import { Card, formatMoney, Own } from "@/ui";
import { Link } from "@/ui/Link";
import { destinationOf } from "./destination";
import { Timeline } from "./Timeline";

interface WithdrawalCardProps {
  withdrawal: Withdrawal;
  /** Asks for confirmation to cancel; only for a withdrawal pending review. */
  onCancel: () => void;
}

/** One withdrawal under way: its amount, its destination, and its status. */
export function WithdrawalCard({ withdrawal, onCancel }: WithdrawalCardProps) {
  const { t } = useTranslation(["withdrawals", "payouts"]);
  const { asked, arriving, status } = withdrawal;
  const action =
    "inline-flex min-h-11 items-center rounded-control px-3 text-note font-semibold text-ink";
  return (
    <Card className="mb-2.5" aria-live="polite">
      <p className="num text-title font-semibold">
        <Own>{formatMoney(asked.amount)}</Own>{" "}
        <span className="text-small text-ink-2">{asked.currency}</span>
      </p>
      <p className="text-small break-words text-ink-2">{destinationOf(withdrawal)}</p>
      <p className="num mb-2.5 text-small text-ink-2">
        {t("withdrawals:arrives")} <Own>{formatMoney(arriving)}</Own> {asked.currency}
      </p>
      <Timeline withdrawal={withdrawal} />
      <div className="-mb-2 -ml-3 flex flex-wrap">
        <Link to={to("withdrawal", { id: withdrawal.id })} className={action}>
          {t("payouts:detail.open")}
        </Link>
        {status === "requested" ? (
          <button type="button" onClick={onCancel} className={action}>
            {t("withdrawals:cancel.action")}
          </button>
        ) : null}
      </div>
    </Card>
  );
}
