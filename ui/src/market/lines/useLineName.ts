import { useTranslation } from "react-i18next";
import { wordsOf } from "@/products/words";
import { formatDecimal, useOwnText } from "@/ui";
import type { OwnLine } from "./ownLines";

/** The name of a line, such as "Sell stop 10"; with positions on both sides, a liquidation says of which. */
export function useLineName(lines: readonly OwnLine[]): (line: OwnLine) => string {
  const { t } = useTranslation(["chart", "common", "positions"]);
  const own = useOwnText();
  const sides = new Set(lines.flatMap(({ position, order }) => (order ? [] : [position?.side])));
  return ({ kind, order, position, quantity: held }) => {
    const quantity = own(formatDecimal(held));
    if (kind === "liquidation") {
      const name = t("line.liquidation");
      return position && sides.size > 1 ? `${t(`positions:side.${position.side}`)} ${name}` : name;
    }
    if (kind === "entry") {
      const side = position?.side === "short" ? "entryShort" : "entryLong";
      return t(`line.${position?.margin ? side : "entry"}`, { quantity });
    }
    const side = order ? t(`common:direction.${order.side}`, { context: wordsOf(order) }) : "";
    return t(`line.${kind}`, { side, quantity });
  };
}
