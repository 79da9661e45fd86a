import { useTranslation } from "react-i18next";
import type { Usable } from "@/api/withdrawals";
import { Card, equal, formatDecimal, formatMoney, KeyValue, KeyValues, Own } from "@/ui";
import { RateSource } from "../RateSource";
import { usableLineWord } from "../words";

interface UsableCardProps {
  usable: Usable;
  /** The currency of the funding account, once it is known. */
  funding: string | undefined;
}

/** What can be withdrawn, line by line: the lines add up to it. */
export function UsableCard({ usable, funding }: UsableCardProps) {
  const { t } = useTranslation(["withdrawals", "funds"]);
  const { currency, lines, rate, rateSource, rateSince } = usable;
  const nameOf = (name: string) => {
    const word = usableLineWord(name);
    return word ? t(`withdrawals:usable.${word}`) : name;
  };
  // A line that takes nothing off says nothing either.
  const said = lines.filter(({ amount }, index) => index === 0 || !equal(amount, "0"));
  return (
    <Card className="py-2">
      <KeyValues>
        {said.map(({ name, amount }) => (
          <KeyValue key={name} label={nameOf(name)}>
            <Own>{formatMoney(amount)}</Own> {currency}
          </KeyValue>
        ))}
        {rate && funding ? (
          <KeyValue label={t("funds:transfer.rate")}>
            1 {currency} = {formatDecimal(rate)} {funding}
          </KeyValue>
        ) : null}
        <KeyValue total label={t("withdrawals:usable.title")}>
          <Own>{formatMoney(usable.usable)}</Own> {currency}
        </KeyValue>
      </KeyValues>
      {rateSource ? <RateSource source={rateSource} since={rateSince} /> : null}
    </Card>
  );
}
