import { useTranslation } from "react-i18next";

/** Joins two sentences, of which each may be missing, as the language does; undefined if both are. */
export function useSentences() {
  const { t } = useTranslation("common");
  return (first: string | null, second: string | null): string | undefined =>
    first && second ? t("sentences", { first, second }) : (first ?? second ?? undefined);
}
