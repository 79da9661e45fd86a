import { useTranslation } from "react-i18next";
import { ChangePill } from "./PriceText";
import { type RiseColor, setRiseColor, useIsRiseChosen } from "./theme";

const COLORS: readonly RiseColor[] = ["red", "green"];

/** Asks once which colour a rise has, showing both. The settings can change it later. */
export function RiseColorQuestion() {
  const { t } = useTranslation("settings");
  if (useIsRiseChosen()) return null;
  return (
    <fieldset className="mt-2 mb-3">
      <legend className="text-note font-semibold">{t("riseColor.question")}</legend>
      <div className="mt-2 grid grid-cols-2 gap-2.5">
        {COLORS.map((color) => (
          <button
            key={color}
            type="button"
            onClick={() => setRiseColor(color)}
            className="flex min-h-11 flex-col items-start gap-2 rounded-control border border-line px-3 py-2.5 text-left"
          >
            <span className="text-small font-medium">{t(`riseColor.${color}`)}</span>
            <span data-rise={color} className="flex flex-wrap gap-1.5" aria-hidden>
              <ChangePill percent="1.84" className="min-w-0" />
              <ChangePill percent="-2.07" className="min-w-0" />
            </span>
          </button>
        ))}
      </div>
      <p className="mt-2 text-caption text-ink-2">{t("riseColor.later")}</p>
    </fieldset>
  );
}
