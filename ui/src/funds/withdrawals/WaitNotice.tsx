import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { usable } from "@/api/usable";
import { Notice } from "@/ui";
import { lastsFor } from "./lasts";

/**
 * The withdrawal lock that follows a form: for an account that it saves or changes, or for all after a changed
 * password. Nothing if the server has no such guard.
 */
export function WaitNotice({ after }: { after: "account" | "password" }) {
  const { t } = useTranslation("withdrawals");
  const waits = useQuery(usable).data?.waits;
  const seconds = (after === "account" ? waits?.address : waits?.coolingOff) ?? 0;
  if (seconds === 0) return null;
  const { unit, count } = lastsFor(seconds);
  const time = t(`duration.${unit}`, { count });
  return (
    <Notice icon={Clock}>
      {t(after === "account" ? "lock.before" : "lock.password", { time })}
    </Notice>
  );
}
