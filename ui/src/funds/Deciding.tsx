import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { withdrawalTimes } from "./withdrawals/queries";

/** The reviewer of deposits on this server, once known. */
export function Deciding({ className }: { className?: string }) {
  const { t } = useTranslation("deposits");
  const { data } = useQuery(withdrawalTimes);
  if (!data) return null;
  return (
    <p className={className}>{t(data.hasAutopilot ? "review.autopilot" : "review.reviewers")}</p>
  );
}
