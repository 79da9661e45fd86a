import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { to } from "@/screens";
import { formatMoney, Own } from "@/ui";
import { Link } from "@/ui/Link";
import { formatTime } from "@/ui/time";
import { withdrawalReasonWord } from "../words";
import { destinationOf } from "./destination";
import { StatusPill } from "./StatusPill";

/** The reason for a rejection, in the customer's language if it is a known one. */
function Reason({ reason }: { reason: string }) {
  const { t } = useTranslation("withdrawals");
  const word = withdrawalReasonWord(reason);
  return (
    <span className="mt-1 block text-small text-danger">{word ? t(`reason.${word}`) : reason}</span>
  );
}

/** One ended withdrawal: its destination, its time, and its result. Its own screen has the rest. */
export function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { i18n } = useTranslation();
  const { id, asked, reason, requestedAt } = withdrawal;
  return (
    <li className="border-b border-line last:border-0">
      <Link to={to("withdrawal", { id })} data-row className="flex items-center gap-3 py-3">
        <span className="min-w-0 flex-1">
          <span className="flex items-center justify-between gap-3">
            <span className="num font-semibold">
              <Own>{formatMoney(asked.amount)}</Own>{" "}
              <span className="text-small text-ink-2">{asked.currency}</span>
            </span>
            <StatusPill withdrawal={withdrawal} />
          </span>
          <span className="mt-0.5 block text-small break-words text-ink-2">
            {destinationOf(withdrawal)}
          </span>
          <span className="block text-caption text-ink-2">
            {formatTime(requestedAt, i18n.language)}
          </span>
          {reason ? <Reason reason={reason} /> : null}
        </span>
        <ChevronRight size={16} className="shrink-0 text-ink-3" aria-hidden />
      </Link>
    </li>
  );
}
