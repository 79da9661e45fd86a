import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Segmented, Sheet } from "@/ui";
import { CheckRow } from "@/ui/CheckRow";
import { BELOW, type Indicator, LOOKS, OVER } from "../indicators/catalog";
import { type ChartLook, fitting, STYLES, toggled } from "./chartSettings";

interface ChartSettingsSheetProps {
  settings: ChartLook;
  onChange: (part: Partial<ChartLook>) => void;
  onClose: () => void;
  /** The number of panes that fit beneath the prices. */
  room: number;
  /** True for an intraday chart, which has neither candles nor overlays. */
  isCourse: boolean;
  /** False for an instrument that is not traded, which has no volume pane. */
  hasVolume?: boolean;
}

interface IndicatorRowProps {
  name: Indicator;
  on: boolean;
  onToggle: () => void;
}

/** One indicator: its code, its name, and its parameters. */
function IndicatorRow({ name, on, onToggle }: IndicatorRowProps) {
  const { t } = useTranslation("chart");
  const { parameters } = LOOKS[name];
  const code = name === "RSI3" ? "RSI" : name;
  return (
    <CheckRow
      label={[code, t(`names.${name}`), parameters].filter(Boolean).join(" ")}
      on={on}
      onToggle={onToggle}
    >
      <span className="w-13 text-note font-semibold">{code}</span>
      <span className="min-w-0 flex-1 text-small text-ink-2">
        {t(`names.${name}`)}
        {parameters ? <span className="num"> {parameters}</span> : null}
      </span>
    </CheckRow>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 text-small font-semibold text-ink-2">{title}</legend>
      <div className="rounded-card bg-surface px-3.5 shadow-card">{children}</div>
    </fieldset>
  );
}

/** Chooses the style of the bars, and the indicators over them and beneath. Each choice applies at once. */
export default function ChartSettingsSheet(props: ChartSettingsSheetProps) {
  const { settings, onChange, onClose, room, isCourse, hasVolume = true } = props;
  const { style, over, below } = settings;
  const { t } = useTranslation("chart");
  const shownBelow = fitting(below, room);
  return (
    <Sheet open onClose={onClose} title={t("settings")}>
      <Segmented
        label={t("style")}
        value={style}
        onChange={(next) => onChange({ style: next })}
        choices={STYLES.map((value) => ({ value, label: t(`styles.${value}`) }))}
      />
      {isCourse ? <p className="mt-3 text-small text-ink-2">{t("ofCourse")}</p> : null}
      <Group title={t("over")}>
        {OVER.map((name) => (
          <IndicatorRow
            key={name}
            name={name}
            on={over.includes(name)}
            onToggle={() =>
              onChange({
                over: OVER.filter((other) => over.includes(other) !== (other === name)),
              })
            }
          />
        ))}
      </Group>
      <Group title={t("below")}>
        {BELOW.filter((name) => hasVolume || name !== "VOL").map((name) => (
          <IndicatorRow
            key={name}
            name={name}
            on={shownBelow.includes(name)}
            onToggle={() => onChange({ below: toggled(below, name, room) })}
          />
        ))}
      </Group>
      {room < BELOW.length ? (
        <p className="mt-2 px-1 text-caption text-ink-2">{t("belowTwo")}</p>
      ) : null}
    </Sheet>
  );
}
