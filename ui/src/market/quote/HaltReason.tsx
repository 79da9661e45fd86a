import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Halted } from "@/api/marketStatus";
import { lookOf } from "@/products/lookOf";
import { formatPrice, Notice } from "@/ui";
import { formatTradeMinute } from "@/ui/time";

interface HaltReasonProps {
  instrument: InstrumentDetail;
  halted: Halted;
}

/** The reason why an instrument is not traded, or only within a band, and until when. */
export default function HaltReason({ instrument, halted }: HaltReasonProps) {
  const { t, i18n } = useTranslation("rules");
  const price = (value: string) => formatPrice(value, lookOf(instrument, value).decimals);
  const minute = (at: number) => formatTradeMinute(at, i18n.language, instrument);
  const { band, until, kind } = halted;
  return (
    <Notice tone="caution" title={t(`halt.${kind}`)} className="mt-3">
      {band
        ? t("halt.band", { lower: price(band.lower), upper: price(band.upper) })
        : t("halt.waits")}
      {until === null ? null : (
        <> {t(kind === "limitState" ? "halt.pausesAt" : "halt.until", { time: minute(until) })}</>
      )}
    </Notice>
  );
}
