import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Notice } from "@/ui";
import { withdrawalTimes } from "./withdrawals/queries";

/** What comes in is paper money; and who decides on it here, once the server has said that. */
export function PaperNotice({ className }: { className?: string }) {
  const { t } = useTranslation(["funds", "deposits"]);
  const { data } = useQuery(withdrawalTimes);
  return (
    <Notice title={t("funds:deposit.paperTitle")} className={className}>
      <p>{t("funds:deposit.paperText")}</p>
      {data ? (
        <p>{t(data.hasAutopilot ? "deposits:review.autopilot" : "deposits:review.reviewers")}</p>
      ) : null}
    </Notice>
  );
}
