import { useTranslation } from "react-i18next";
import { currencyDecimals, Own, roundMoney, SignedText, toCents } from "@/ui";

/** A profit or a loss, about as much as a leg would bring. */
export function LegProfit({ profit, currency }: { profit: string; currency: string }) {
  const { t } = useTranslation("ticket");
  return (
    <span className="num whitespace-nowrap">
      {t("legs.about")}{" "}
      <Own>
        <SignedText value={toCents(roundMoney(profit, currencyDecimals(currency)))} />
      </Own>{" "}
      {currency}
    </span>
  );
}
