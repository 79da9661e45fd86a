import { useTranslation } from "react-i18next";
import type { Position } from "@/api/positions";
import { useQuotes } from "@/push/quotes";
import { BigFigure, SignedText } from "@/ui";
import { total, valuate } from "./valuation";

/** The value of all holdings and what they have gained, with every tick. */
export function PortfolioHead({ positions }: { positions: readonly Position[] }) {
  const { t } = useTranslation("positions");
  const quotes = useQuotes(positions);
  const values = positions.flatMap((position, index) => {
    const price = quotes[index]?.last ?? position.price;
    return price ? [valuate(position, price)] : [];
  });
  const { marketValue, profit } = total(values);
  const currency = positions[0]?.currency ?? "USD";
  return (
    <div className="flex items-end justify-between gap-3 px-0.5 pt-1 pb-3">
      <div className="min-w-0">
        <p className="text-small text-ink-2">{t("marketValue", { currency })}</p>
        <BigFigure value={marketValue} />
      </div>
      <div className="pb-1 text-right">
        <p className="text-caption text-ink-2">{t("unrealised")}</p>
        <SignedText value={profit} className="text-title font-semibold" />
      </div>
    </div>
  );
}
