import { useTranslation } from "react-i18next";
import { compare, type Figure, formatCompact, formatDecimal } from "@/ui";

/** From this size on there is room for few of its digits. */
const LARGE = "100000";

/** Sizes of a book and of trades as they are written. */
export function useSizeText() {
  const { i18n } = useTranslation();
  return (size: Figure) =>
    size && compare(size, LARGE) >= 0 ? formatCompact(size, i18n.language) : formatDecimal(size);
}
