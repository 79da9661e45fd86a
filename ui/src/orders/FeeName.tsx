import { useTranslation } from "react-i18next";
import type { Fee } from "@/api/costs";
import { feeWord } from "./words";

/** A fee by its name in the customer's language, over the rule that it comes from. */
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
