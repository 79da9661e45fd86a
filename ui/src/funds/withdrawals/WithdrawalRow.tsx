import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { to } from "@/screens";
import { formatMoney, ListRow, Own } from "@/ui";
import { formatTime } from "@/ui/time";
import { withdrawalReasonWord } from "../words";
import { destinationOf } from "./destination";
import { StatusPill } from "./StatusPill";

/** Why a withdrawal was rejected, in the customer's language where the reason is a known one. */
function Reason({ reason }: { reason: string }) {
  const { t } = useTranslation("withdrawals");
  const word = withdrawalReasonWord(reason);
  return (
    <span className="mt-0.5 block text-small text-danger">
      {word ? t(`reason.${word}`) : reason}
    </span>
  );
}

/** One withdrawal that has come to its end: where it went, when, and how it ended. The rest is on its own screen. */
export function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { i18n } = useTranslation();
  const { id, asked, reason, requestedAt } = withdrawal;
  return (
    <li className="border-b border-line last:border-0">
      <ListRow
        href={to("withdrawal", { id })}
        title={<span className="text-note break-words">{destinationOf(withdrawal)}</span>}
        subtitle={
          <>
            <span className="block">{formatTime(requestedAt, i18n.language)}</span>
            {reason ? <Reason reason={reason} /> : null}
          </>
        }
        end={
          <>
            <span className="mb-1 block whitespace-nowrap">
              <span className="font-semibold">
                <Own>{formatMoney(asked.amount)}</Own>
              </span>{" "}
              <span className="text-caption text-ink-2">{asked.currency}</span>
            </span>
            <StatusPill withdrawal={withdrawal} />
          </>
        }
      />
    </li>
  );
}
