import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Withdrawal, WithdrawalStatus } from "@/api/withdrawals";
import type { StepTimes } from "@/api/withdrawalTimes";
import { formatDuration } from "./duration";
import { withdrawalTimes } from "./queries";
import { isUnderWay } from "./state";

/** The step in progress in each status. */
const PARTS: Partial<Record<WithdrawalStatus, StepTimes["step"]>> = {
  requested: "review",
  approved: "sending",
  sent: "arrival",
};

/** The duration of a withdrawal's present step for others; null if unknown. */
export function useExpected(withdrawal: Withdrawal): {
  words: string | null;
  hasAutopilot: boolean;
} {
  const { t, i18n } = useTranslation("payouts");
  const { data } = useQuery({ ...withdrawalTimes, enabled: isUnderWay(withdrawal) });
  const steps = data?.kinds.find(({ kind }) => kind === withdrawal.kind)?.steps;
  const part = steps?.find(({ step }) => step === PARTS[withdrawal.status]);
  const hasAutopilot = data?.hasAutopilot === true;
  if (!part || part.median === null || part.slowest === null) return { words: null, hasAutopilot };
  const [median, slowest] = [part.median, part.slowest].map((seconds) =>
    formatDuration(seconds, i18n.language),
  );
  return {
    words: `${t("detail.usually", { median })} · ${t("detail.slowest", { slowest })}`,
    hasAutopilot,
  };
}
