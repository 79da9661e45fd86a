import { useTranslation } from "react-i18next";
import { compare, type Figure, formatCompact, formatDecimal } from "@/ui";

/** From this size on figures are shortened. */
const LARGE = "100000";

/** Formats sizes of a book and of trades. */
export function useSizeText() {
  const { i18n } = useTranslation();
  return (size: Figure) =>
    size && compare(size, LARGE) >= 0 ? formatCompact(size, i18n.language) : formatDecimal(size);
}
