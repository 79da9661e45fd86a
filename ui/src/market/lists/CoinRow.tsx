import { useTranslation } from "react-i18next";
import type { CoinReadings, ListedInstrument } from "@/api/market";
import type { RowLook } from "./InstrumentList";
import { InstrumentRow } from "./InstrumentRow";
import { strengthText, trendText, volatilityText } from "./readingTexts";

/** The readings of a coin, each figure with its name. */
function Readings({ trend, strength, volatility }: CoinReadings) {
  const { t } = useTranslation("kinds");
  const facts = [
    ["trend", trendText(t, trend)],
    ["strength", strengthText(strength)],
    ["volatility", volatilityText(volatility)],
  ] as const;
  return (
    <dl className="num -mt-1 grid grid-cols-[116px_1fr_auto] gap-2 pl-[46px] text-caption text-ink-2">
      {facts.map(([name, text]) => (
        <div key={name} className="flex gap-1 whitespace-nowrap @max-[320px]:last:hidden">
          <dt>{t(`readings.${name}`)}</dt>
          <dd className="font-medium text-ink">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A coin of a list, with its readings beneath once they are known. */
function Row({ instrument }: { instrument: ListedInstrument }) {
  const { readings, recentCloses } = instrument;
  return (
    // The link reaches over the readings: a press on them opens the coin, and the ring of the focus is around both.
    <div className="@container h-full border-b border-line *:border-b-0 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brass [&>a]:relative [&>a]:outline-none [&>a]:after:absolute [&>a]:after:inset-x-0 [&>a]:after:top-0 [&>a]:after:-bottom-6">
      <InstrumentRow instrument={instrument} />
      {readings && recentCloses.length > 1 ? <Readings {...readings} /> : null}
    </div>
  );
}

export const CoinRow: RowLook = { Row, px: 84 };
