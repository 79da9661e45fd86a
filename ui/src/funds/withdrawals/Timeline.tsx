import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { classes } from "@/ui";
import { formatTime } from "@/ui/time";
import { cameBack, type Step, stepsOf } from "./state";

/** The colour of a reached step. */
function dotOf({ name, isReached }: Step): string {
  if (!isReached) return "border-2 border-ink-3 bg-surface";
  if (name === "rejected") return "bg-danger";
  if (name === "settled") return "bg-success";
  return name === "cancelled" || name === "other" ? "bg-ink-3" : "bg-info";
}

interface StationProps {
  step: Step;
  label: string;
  /** The expected duration of a coming step. */
  hint: string | null;
  isLast: boolean;
}

function Station({ step, label, hint, isLast }: StationProps) {
  const { i18n } = useTranslation();
  const { at, isReached } = step;
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
        {label}
        {hint === null ? null : <span className="block text-small text-ink-2">{hint}</span>}
      </span>
      {at === null ? null : (
        <span className="num text-small text-ink-2">{formatTime(at, i18n.language)}</span>
      )}
    </li>
  );
}

interface TimelineProps {
  withdrawal: Withdrawal;
  /** The expected time until the next step, in words. */
  expected?: string | null;
}

/** The past and coming steps of a withdrawal. */
export function Timeline({ withdrawal, expected = null }: TimelineProps) {
  const { t } = useTranslation(["withdrawals", "payouts"]);
  const steps = stepsOf(withdrawal);
  const next = steps.findIndex((step) => !step.isReached);
  return (
    <ol>
      {steps.map((step, i) => (
        <Station
          key={step.name}
          step={step}
          label={
            step.name === "rejected" && cameBack(withdrawal)
              ? t("payouts:detail.returned")
              : t(`withdrawals:status.${step.name}`)
          }
          hint={i === next ? expected : null}
          isLast={i === steps.length - 1}
        />
      ))}
    </ol>
  );
}
