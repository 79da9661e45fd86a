import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { Card, classes, formatMoney } from "@/ui";
import { formatTime } from "@/ui/time";
import { withdrawalReasonWord } from "../words";
import { destinationOf } from "./destination";
import { type Step, stepsOf } from "./state";

/** The colour of a station that was reached. */
function dotOf({ name, isReached }: Step): string {
  if (!isReached) return "border-2 border-line bg-surface";
  if (name === "rejected") return "bg-danger";
  if (name === "settled") return "bg-success";
  return name === "cancelled" || name === "other" ? "bg-ink-3" : "bg-info";
}

interface StationProps {
  step: Step;
  isLast: boolean;
}

function Station({ step, isLast }: StationProps) {
  const { t, i18n } = useTranslation("withdrawals");
  const { name, at, isReached } = step;
  return (
    <li className="relative flex items-baseline gap-3 pb-2 text-note last:pb-0">
      {isLast ? null : (
        <span aria-hidden className="absolute top-3 bottom-[-6px] left-[4px] w-0.5 bg-line" />
      )}
      <span
        aria-hidden
        className={classes("relative size-2.5 shrink-0 rounded-full", dotOf(step))}
      />
      <span className={classes("min-w-0 flex-1", !isReached && "text-ink-2")}>
        {t(`status.${name}`)}
      </span>
      {at === null ? null : (
        <span className="num text-small text-ink-2">{formatTime(at, i18n.language)}</span>
      )}
    </li>
  );
}

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
  const { t } = useTranslation("withdrawals");
  const { asked, arriving, status, reason } = withdrawal;
  const steps = stepsOf(withdrawal);
  return (
    <Card className="mb-2.5" aria-live="polite">
      <div className="flex items-baseline justify-between gap-3">
        <p className="num text-title font-semibold">
          {formatMoney(asked.amount)}{" "}
          <span className="text-small text-ink-2">{asked.currency}</span>
        </p>
        <p className="min-w-0 text-right text-small break-words text-ink-2">
          {destinationOf(withdrawal)}
        </p>
      </div>
      <p className="num mb-2.5 text-small text-ink-2">
        {t("arrives")} {formatMoney(arriving)} {asked.currency}
      </p>
      <ol>
        {steps.map((step, i) => (
          <Station key={step.name} step={step} isLast={i === steps.length - 1} />
        ))}
      </ol>
      {reason ? <Reason reason={reason} /> : null}
      {status === "requested" ? (
        <button
          type="button"
          onClick={onCancel}
          className="-mb-2 -ml-3 min-h-11 rounded-control px-3 text-note font-semibold text-ink"
        >
          {t("cancel.action")}
        </button>
      ) : null}
    </Card>
  );
}
