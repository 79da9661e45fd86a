import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { SessionBadge } from "@/ui";
import { sessionOf } from "./sessionOf";
import { useCountdown } from "./useCountdown";
import { useNow } from "./useNow";

/** Whether a market can be traded on, as one of its instruments knows, and until when. */
export function MarketSession({ of }: { of: Listing }) {
  const { t } = useTranslation("market");
  const { data } = useQuery(instrumentDetail(of));
  const now = useNow(1_000);
  const countdown = useCountdown(data, now);
  if (!data) return null;
  return (
    <SessionBadge
      session={sessionOf(data)}
      label={data.openAroundTheClock ? t("quote.aroundTheClock") : undefined}
      countdown={countdown}
    />
  );
}
