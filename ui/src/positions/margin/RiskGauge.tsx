import { useTranslation } from "react-i18next";
import { compare, formatDecimal, isDecimal } from "@/ui";

/** The levels, in percent, at which the house closes a position and at which it begins. */
const STOP_OUT = 50;
const FULL = 100;

const toneOf = (level: string) =>
  compare(level, "60") < 0 ? "bg-danger" : compare(level, "80") < 0 ? "bg-caution" : "bg-info";

/** The share of its first margin that a position has left above liquidation. */
export function RiskGauge({ level }: { level: string | null }) {
  const { t } = useTranslation("positions");
  if (level === null || !isDecimal(level)) return null;
  const value = Math.min(FULL, Math.max(STOP_OUT, Number.parseInt(level, 10)));
  const share = ((value - STOP_OUT) / (FULL - STOP_OUT)) * 100;
  const text = `${formatDecimal(level, { min: 2 })}%`;
  return (
    <div className="pt-1 pb-2">
      <div className="num flex items-baseline justify-between text-note">
        <span className="text-ink-2">{t("margin.level")}</span>
        <span className="font-semibold">{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter of the browser cannot be drawn */}
      <div
        role="meter"
        aria-label={t("margin.level")}
        aria-valuemin={STOP_OUT}
        aria-valuemax={FULL}
        aria-valuenow={value}
        aria-valuetext={text}
        className="relative mt-2.5 h-1.5 rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full transition-[width] duration-250 ease-out ${toneOf(level)}`}
          style={{ width: `${Math.max(2, share)}%` }}
        />
        <span aria-hidden className="absolute -inset-y-1 left-0 w-0.5 rounded-full bg-danger" />
      </div>
      <div aria-hidden className="num mt-1 flex justify-between text-caption text-ink-2">
        <span>{STOP_OUT}%</span>
        <span>{FULL}%</span>
      </div>
      <p className="text-caption text-ink-2">{t("margin.levelHint")}</p>
    </div>
  );
}
