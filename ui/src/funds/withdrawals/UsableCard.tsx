import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Usable } from "@/api/usable";
import { isPositive, negate } from "@/decimal";
import { Card, formatMoment, formatMoney, ListRow, Own, Sheet, useOwnText } from "@/ui";
import { RateSource } from "../RateSource";
import { lockWord } from "./LockNotice";
import { lastsFor } from "./lasts";
import { UsableLines } from "./UsableLines";
import { UsableRest } from "./UsableRest";

interface UsableCardProps {
  usable: Usable;
  /** The currency of the funding account, once known. */
  funding: string | undefined;
}

/** The holding time of new credits, if the server has one. */
function CreditHold({ seconds }: { seconds: number }) {
  const { t } = useTranslation("withdrawals");
  if (seconds === 0) return null;
  const { unit, count } = lastsFor(seconds);
  const time = t(`duration.${unit}`, { count });
  return <p className="mt-1 mb-2 text-small text-ink-2">{t("lock.credit", { time })}</p>;
}

/** The amount and the end of each lock, beside the figure that it reduces. */
function Waiting({ usable: { currency, lines, locks } }: { usable: Usable }) {
  const { t, i18n } = useTranslation("withdrawals");
  const own = useOwnText();
  return locks.map(({ name, until }) => {
    const word = lockWord(name);
    const line = lines.find((each) => each.name === name);
    const amount = negate(line?.amount ?? "0");
    if (!word || !isPositive(amount)) return null;
    const time = formatMoment(until, i18n.language);
    return (
      <p key={name} className="num mb-3 text-small text-ink-2">
        {t(`usable.waiting.${word}`, { amount: own(formatMoney(amount)), currency, time })}
      </p>
    );
  });
}

/** The usable amount; a sheet shows its lines, and what it excludes. */
export function UsableCard({ usable, funding }: UsableCardProps) {
  const { t } = useTranslation(["withdrawals", "funds"]);
  const [isOpen, setOpen] = useState(false);
  const { currency, rateSource, rateSince, suspense, waits } = usable;
  return (
    <>
      <Card className="py-1">
        <ListRow
          title={
            <>
              <span className="block text-small text-ink-2">{t("withdrawals:usable.title")}</span>
              <span className="num block text-title font-semibold">
                <Own>{formatMoney(usable.usable)}</Own>{" "}
                <span className="text-small text-ink-2">{currency}</span>
              </span>
            </>
          }
          subtitle={t("withdrawals:usable.details")}
          onClick={() => setOpen(true)}
        />
        <Waiting usable={usable} />
      </Card>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t("withdrawals:usable.details")}>
        <Card className="py-2">
          <UsableLines usable={usable} funding={funding} />
          <CreditHold seconds={waits.credit} />
          {rateSource ? <RateSource source={rateSource} since={rateSince} /> : null}
        </Card>
        <UsableRest suspense={suspense} />
      </Sheet>
    </>
  );
}
