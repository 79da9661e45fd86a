import { useTranslation } from "react-i18next";
import type { Usable } from "@/api/usable";
import { formatDecimal, formatMoney, KeyValue, KeyValues, Own } from "@/ui";
import { usableLineWord } from "../words";

interface UsableLinesProps {
  usable: Usable;
  funding: string | undefined;
}

/** The usable amount, line by line: the lines add up to it. */
export function UsableLines({ usable, funding }: UsableLinesProps) {
  const { t } = useTranslation(["withdrawals", "funds"]);
  const { currency, lines, rate } = usable;
  const nameOf = (name: string) => {
    const word = usableLineWord(name);
    return word ? t(`withdrawals:usable.${word}`) : name;
  };
  return (
    <KeyValues>
      {lines.map(({ name, amount }) => (
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
  );
}
