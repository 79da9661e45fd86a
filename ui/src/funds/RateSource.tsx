import { useTranslation } from "react-i18next";
import { formatDate } from "@/ui/time";
import { rateSourceWord } from "./words";

interface RateSourceProps {
  source: string;
  /** The day from which the rate is in force. */
  since?: string | null;
}

/** Where an exchange rate comes from, in the customer's language where the source is a known one. */
export function RateSource({ source: given, since }: RateSourceProps) {
  const { t, i18n } = useTranslation(["funds", "deposits"]);
  const word = rateSourceWord(given);
  const source = word ? t(`deposits:rateSource.${word}`) : given;
  return (
    <p className="pt-1 pb-1 text-caption text-ink-2">
      {since
        ? t("transfer.sourceSince", { source, since: formatDate(since, i18n.language) })
        : t("transfer.source", { source })}
    </p>
  );
}
