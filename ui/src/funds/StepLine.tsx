import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServerFacts } from "@/api/serverFacts";
import { classes } from "@/ui";
import type { Step } from "./steps";

/** The title of a step, which mentions paper money if it is. */
export function useStepTitle(): (step: Step) => string {
  const { t } = useTranslation("funds");
  const isPaper = useServerFacts().data?.mode === "paper";
  return (step) => (step === "deposit" && isPaper ? t("steps.depositPaper") : t(`steps.${step}`));
}

interface StepLineProps {
  title: string;
  text: string;
  number: number;
  state: "done" | "next" | "later";
}

/** One of several steps, in an ordered list. */
export function StepLine({ title, text, number, state }: StepLineProps) {
  const { t } = useTranslation("funds");
  return (
    <li
      aria-current={state === "next" ? "step" : undefined}
      className={classes("flex gap-3 py-2", state !== "next" && "text-ink-2")}
    >
      <span
        className={classes(
          "num mt-px grid size-6 shrink-0 place-items-center rounded-full text-caption font-semibold",
          state === "next" ? "bg-primary text-on-primary" : "bg-sunken",
        )}
      >
        {state === "done" ? (
          <Check size={14} strokeWidth={2.5} aria-label={t("steps.done")} />
        ) : (
          number
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-note font-semibold">{title}</span>
        <span className="block text-small text-ink-2">{text}</span>
      </span>
    </li>
  );
}
