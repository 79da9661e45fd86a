import { useTranslation } from "react-i18next";
import { compare, formatDecimal, isDecimal } from "@/ui";

/** At this level the house closes; from here on it is near; from there on there is room. In percent. */
const STOP_OUT = 50;
const FULL = 200;

const toneOf = (level: string) =>
  compare(level, "65") < 0 ? "bg-danger" : compare(level, "85") < 0 ? "bg-caution" : "bg-info";

/** How much of its first margin a position has left, on the way to where the house closes it. */
export function RiskGauge({ level }: { level: string | null }) {
  const { t } = useTranslation("positions");
  if (level === null || !isDecimal(level)) return null;
  const value = Math.min(FULL, Math.max(STOP_OUT, Number.parseInt(level, 10)));
  const share = ((value - STOP_OUT) / (FULL - STOP_OUT)) * 100;
  const text = `${formatDecimal(level)}%`;
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
        className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full transition-[width] duration-250 ease-out ${toneOf(level)}`}
          style={{ width: `${Math.max(2, share)}%` }}
        />
      </div>
      <p className="mt-1 text-caption text-ink-2">{t("margin.levelHint")}</p>
    </div>
  );
}
