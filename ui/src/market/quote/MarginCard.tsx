import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { spreadInPips } from "@/products/spread";
import { Card, FactGrid, formatDecimal, formatTradeMinute, NO_VALUE } from "@/ui";

const rate = (percent: string) => `${formatDecimal(percent, { min: 2, sign: true })}%`;

/** The terms of positions in a pair: spread, leverage, quantities, and overnight costs. */
export function MarginCard({ instrument }: { instrument: InstrumentDetail }) {
  const { t, i18n } = useTranslation("positions");
  const { margin, lotSize, baseCurrency, market, quote } = instrument;
  const financing = margin?.financing;
  const pips = spreadInPips(instrument, quote);
  const facts = [
    { label: t("terms.spread"), value: pips ? t("terms.pips", { pips }) : NO_VALUE },
    {
      label: t("terms.leverage"),
      value: margin ? `${formatDecimal(margin.leverageCap)} : 1` : NO_VALUE,
    },
    { label: t("terms.step"), value: `${formatDecimal(lotSize)} ${baseCurrency ?? ""}` },
    ...(financing
      ? [
          { label: t("terms.nightLong"), value: rate(financing.long) },
          { label: t("terms.nightShort"), value: rate(financing.short) },
          {
            label: t("terms.stopOut"),
            value: t("terms.stopOutAt", { percent: formatDecimal(margin.closeOutPercent) }),
          },
        ]
      : []),
  ];
  return (
    <Card className="mt-3">
      <FactGrid facts={facts} />
      {financing ? (
        <p className="num mt-2 text-caption text-ink-2">
          {t("terms.nextNight", {
            count: financing.nights,
            time: formatTradeMinute(financing.at, i18n.language, market),
          })}
        </p>
      ) : null}
    </Card>
  );
}
