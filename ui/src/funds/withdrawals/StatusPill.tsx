import { useTranslation } from "react-i18next";
import type { Withdrawal, WithdrawalStatus } from "@/api/withdrawals";
import { classes } from "@/ui";
import { cameBack } from "./state";

const LOOKS: Record<WithdrawalStatus, string> = {
  requested: "bg-info-soft text-info",
  approved: "bg-info-soft text-info",
  sent: "bg-info-soft text-info",
  settled: "bg-success-soft text-success",
  rejected: "bg-danger-soft text-danger",
  cancelled: "bg-sunken text-ink-2",
  other: "bg-sunken text-ink-2",
};

/** The status of a withdrawal, in one word. */
export function StatusPill({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["withdrawals", "payouts"]);
  const { status } = withdrawal;
  return (
    <span
      className={classes(
        "inline-block shrink-0 rounded-pill px-2 py-[3px] text-small font-semibold",
        LOOKS[status],
      )}
    >
      {t(cameBack(withdrawal) ? "payouts:detail.returned" : `withdrawals:status.${status}`)}
    </span>
  );
}
