import { useTranslation } from "react-i18next";
import { formatDate } from "@/ui/time";
import { rateSourceWord } from "./words";

interface RateSourceProps {
  source: string;
  /** The day on which the rate came into force. */
  since?: string | null;
}

/** The source of an exchange rate, in the customer's language if it is a known one. */
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
