import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Language } from "@/i18n/languages";
import { formatTradeMinute, SessionBadge } from "@/ui";
import { useMarketStatus } from "./live";
import { sessionOf } from "./sessionOf";
import { isReplay, useCountdown } from "./useCountdown";

interface StatusBadgeProps {
  instrument: InstrumentDetail;
  /** The device's clock. */
  now: number;
  stale?: boolean;
}

/** The session of an instrument's market, and its end; also a holiday's name, or a halt. */
export function StatusBadge({ instrument, now, stale }: StatusBadgeProps) {
  const { t, i18n } = useTranslation("market");
  const { feed } = instrument.quote;
  const status = useMarketStatus(instrument);
  const countdown = useCountdown(status, feed, now);
  const always = status.openAroundTheClock && !isReplay(feed);
  const name = status.holiday?.[i18n.language as Language];
  const holiday = name ? t("quote.holiday", { name }) : undefined;
  if (instrument.haltedAt !== null) {
    const resumes = instrument.halt?.resumesAt;
    const label = resumes
      ? t("quote.haltedUntil", {
          time: formatTradeMinute(resumes, i18n.language, instrument),
        })
      : t("quote.halted");
    return <SessionBadge session="closed" label={label} />;
  }
  return (
    <SessionBadge
      session={always ? "regular" : sessionOf(status)}
      label={always ? t("quote.aroundTheClock") : holiday}
      countdown={countdown}
      stale={stale}
    />
  );
}
