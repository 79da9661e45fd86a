import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import type { RowLook } from "./InstrumentList";
import { InstrumentRow } from "./InstrumentRow";
import { strengthText, trendText, volatilityText } from "./readingTexts";

/** A coin of a list, and beneath it what its closes say. */
function Row({ instrument }: { instrument: ListedInstrument }) {
  const { t } = useTranslation("kinds");
  const { trend, strength, volatility } = instrument.readings ?? {};
  return (
    <div className="@container h-full border-b border-line *:border-b-0">
      <InstrumentRow instrument={instrument} />
      <dl className="num -mt-1 grid grid-cols-[84px_1fr_auto] gap-2 pl-[46px] text-caption text-ink-2">
        <div>
          <dt className="sr-only">{t("readings.trend")}</dt>
          <dd className="font-medium text-ink">{trendText(t, trend)}</dd>
        </div>
        <div className="flex gap-1">
          <dt>{t("readings.strength")}</dt>
          <dd className="font-medium text-ink">{strengthText(strength)}</dd>
        </div>
        <div className="flex gap-1 @max-[320px]:hidden">
          <dt>{t("readings.volatility")}</dt>
          <dd className="font-medium text-ink">{volatilityText(volatility)}</dd>
        </div>
      </dl>
    </div>
  );
}

export const CoinRow: RowLook = { Row, px: 84 };
