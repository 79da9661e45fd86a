import { useTranslation } from "react-i18next";
import type { Fee } from "@/api/costs";
import { feeWord } from "@/trade/words";

/** The name of a fee in the customer's language, above its rule. */
export function FeeName({ fee }: { fee: Pick<Fee, "name" | "rule"> }) {
  const { t } = useTranslation("orders");
  const word = feeWord(fee.name);
  return (
    <>
      {word ? t(`fee.${word}`) : fee.name}
      {fee.rule ? (
        <span className="block text-caption first-letter:uppercase">{fee.rule}</span>
      ) : null}
    </>
  );
}
