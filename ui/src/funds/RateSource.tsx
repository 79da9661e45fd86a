import { useTranslation } from "react-i18next";
import { rateSourceWord } from "./words";

/** Where an exchange rate comes from, in the customer's language where the source is a known one. */
export function RateSource({ source }: { source: string }) {
  const { t } = useTranslation("funds");
  const word = rateSourceWord(source);
  return (
    <p className="pt-1 pb-1 text-caption text-ink-2">
      {t("transfer.source", { source: word ? t(`rateSource.${word}`) : source })}
    </p>
  );
}
