import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changeLanguage, type Language, languageNames, languages } from "@/i18n";
import { Card, ChangePill, SectionTitle, Segmented } from "@/ui";
import {
  type RiseColor,
  setRiseColor,
  setTheme,
  type Theme,
  useRiseColor,
  useTheme,
} from "@/ui/theme";

const THEMES: Theme[] = ["system", "light", "dark"];
const RISE_COLORS: RiseColor[] = ["green", "red"];

function Setting({
  label,
  end,
  children,
}: {
  label: string;
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="py-2.5">
      <div className="mb-2 flex min-h-6 items-center justify-between gap-3">
        <span className="text-note font-medium">{label}</span>
        {end}
      </div>
      {children}
    </div>
  );
}

function RiseAndFall() {
  const { t } = useTranslation("settings");
  const riseColor = useRiseColor();
  return (
    <Setting
      label={t("riseColor.label")}
      end={
        <span className="flex gap-1.5" aria-hidden>
          <ChangePill percent="1.84" />
          <ChangePill percent="-2.07" />
        </span>
      }
    >
      <Segmented
        label={t("riseColor.label")}
        value={riseColor}
        onChange={setRiseColor}
        choices={RISE_COLORS.map((value) => ({ value, label: t(`riseColor.${value}`) }))}
      />
    </Setting>
  );
}

/** Language, theme, and the colour of a rise. Each takes effect at once. */
export function Appearance() {
  const { t, i18n } = useTranslation("settings");
  const theme = useTheme();
  return (
    <section>
      <SectionTitle>{t("appearance")}</SectionTitle>
      <Card className="py-1.5">
        <Setting label={t("language")}>
          <Segmented
            label={t("language")}
            value={i18n.language as Language}
            onChange={(language) => void changeLanguage(language)}
            choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </Setting>
        <Setting label={t("theme.label")}>
          <Segmented
            label={t("theme.label")}
            value={theme}
            onChange={setTheme}
            choices={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          />
        </Setting>
        <RiseAndFall />
      </Card>
    </section>
  );
}
