import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail, Listing } from "@/api/market";
import { SessionBadge } from "@/ui";
import { useMarketStatus } from "./live";
import { sessionOf } from "./sessionOf";
import { useCountdown } from "./useCountdown";
import { useNow } from "./useNow";

function Badge({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("market");
  const now = useNow(1_000);
  const status = useMarketStatus(instrument);
  const countdown = useCountdown(status, instrument.quote.feed, now);
  return (
    <SessionBadge
      session={sessionOf(status)}
      label={status.openAroundTheClock ? t("quote.aroundTheClock") : undefined}
      countdown={countdown}
    />
  );
}

/** Whether a market can be traded on, as one of its instruments knows, and until when. */
export function MarketSession({ of }: { of: Listing }) {
  const { data } = useQuery(instrumentDetail(of));
  return data ? <Badge instrument={data} /> : null;
}
