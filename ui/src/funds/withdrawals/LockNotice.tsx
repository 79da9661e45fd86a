import { useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { families } from "@/api/keys";
import type { WithdrawalLock } from "@/api/usable";
import { formatMoment, Notice } from "@/ui";
import { usableLineWord } from "../words";
import { formatDuration } from "./duration";
import { useLeft } from "./useLeft";

/** The locks that have sentences of their own. */
export const lockWord = (name: string) => {
  const word = usableLineWord(name);
  return word === "cooling_off" || word === "new_address" ? word : undefined;
};

/** The reason and the end of a withdrawal lock, with the time left. The usable amount is refetched at its end. */
export function LockNotice({ lock: { name, until } }: { lock: WithdrawalLock }) {
  const { t, i18n } = useTranslation("withdrawals");
  const client = useQueryClient();
  const left = useLeft(until, () => {
    for (const queryKey of [families.usable, families.payouts]) {
      void client.invalidateQueries({ queryKey });
    }
  });
  const time = formatMoment(until, i18n.language);
  const lasts = formatDuration(Math.ceil(left / 1_000), i18n.language);
  const word = lockWord(name);
  return (
    <Notice tone="caution" icon={Clock} title={word ? t(`lock.${word}.title`) : name}>
      {word ? <p>{t(`lock.${word}.text`)}</p> : null}
      <p className="num mt-1 font-semibold">
        <span className="inline-block">{t("lock.from", { time })}</span>
        {left > 0 ? (
          <>
            {" · "}
            <span className="inline-block">{t("lock.left", { time: lasts })}</span>
          </>
        ) : null}
      </p>
    </Notice>
  );
}
