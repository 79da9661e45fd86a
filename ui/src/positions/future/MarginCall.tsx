import { useTranslation } from "react-i18next";
import type { Position } from "@/api/positions";
import { formatMoney, useOwnText } from "@/ui";

/** What a margin call asks for and until when; nothing where none stands. */
export function MarginCall({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const own = useOwnText();
  const { future, currency } = position;
  if (!future?.marginCall) return null;
  return (
    <p role="alert" className="num pb-2 text-small font-semibold text-caution">
      {t("future.marginCall", { amount: own(formatMoney(future.marginCall, currency)), currency })}
    </p>
  );
}
