import { useTranslation } from "react-i18next";
import { formatPrice, NO_VALUE } from "@/ui";
import { decimalsOfStudy, LOOKS, type Studied } from "./catalog";
import type { Values } from "./formulas";
import type { Studies } from "./useStudies";

/** The text of an indicator's figure, given the decimals of the prices. */
export function studyText(
  name: Studied,
  line: number,
  values: Values | undefined,
  decimals: number,
): string {
  const value = values?.[line] ?? null;
  const places = decimalsOfStudy(name, decimals);
  return value === null ? NO_VALUE : formatPrice(value.toFixed(places), places);
}

/** The values of the shown indicators at a bar as a sentence, for screen readers; null if none is shown. */
export function useStudiesText(studies: Studies, at: number, decimals: number): string | null {
  const { t } = useTranslation("chart");
  const figures = [...studies].flatMap(([name, study]) =>
    LOOKS[name].lines.map(
      (line, index) => `${line.name} ${studyText(name, index, study.values[at], decimals)}`,
    ),
  );
  return figures.length > 0 ? t("studies", { figures: figures.join(", ") }) : null;
}
