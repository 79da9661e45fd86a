import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { Card, SectionTitle, SessionBadge, Skeleton } from "@/ui";
import { Link } from "@/ui/Link";
import { sessionOf } from "./sessionOf";
import { useCountdown } from "./useCountdown";
import { type TimedMarket, timedMarkets, useMarketHours } from "./useMarketHours";
import { useNow } from "./useNow";

const CLASSES = { UsStock: "usStock", HK: "hkStock", Forex: "forex", Crypto: "crypto" } as const;

function MarketLine({ market }: { market: TimedMarket }) {
  const { t } = useTranslation("market");
  const detail = useMarketHours(market);
  const now = useNow(1_000);
  const countdown = useCountdown(detail, now);
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5 last:border-0">
      <span className="text-small font-semibold">{t(`class.${CLASSES[market]}`)}</span>
      {detail ? (
        <SessionBadge
          session={sessionOf(detail)}
          label={detail.openAroundTheClock ? t("quote.aroundTheClock") : undefined}
          countdown={countdown}
        />
      ) : (
        <Skeleton className="h-4 w-24" />
      )}
    </li>
  );
}

/** Which markets are open now, and how long until that changes. */
export default function MarketHours() {
  const { t } = useTranslation(["news", "market"]);
  return (
    <section>
      <SectionTitle
        end={
          <Link to={to("tradingDays")} className="-m-2 p-2">
            {t("news:hours.days")}
          </Link>
        }
      >
        {t("news:hours.title")}
      </SectionTitle>
      <Card className="py-1.5">
        <ul className="grid gap-x-8 @min-[560px]:grid-cols-2">
          {timedMarkets.map((market) => (
            <MarketLine key={market} market={market} />
          ))}
        </ul>
      </Card>
    </section>
  );
}
