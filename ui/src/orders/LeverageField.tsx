import { useTranslation } from "react-i18next";
import { LeverageSlider } from "@/ui";
import type { LeverageChoice } from "./leverage";

interface LeverageFieldProps {
  choice: LeverageChoice;
  onChange: (leverage: string) => void;
}

/** The leverage of an order. An order that adds to a position has the position's leverage. */
export function LeverageField({ choice, onChange }: LeverageFieldProps) {
  const { t } = useTranslation("orders");
  const { leverage, taken, cap } = choice;
  return (
    <div className="mt-2">
      <LeverageSlider
        label={t("leverage.label")}
        value={leverage}
        cap={cap}
        onChange={onChange}
        disabled={taken !== null}
        note={taken === null ? undefined : <span>{t("leverage.taken")}</span>}
      />
    </div>
  );
}
