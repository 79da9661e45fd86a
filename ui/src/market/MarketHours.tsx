import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { to } from "@/screens";
import { Card, SectionTitle } from "@/ui";
import { Link } from "@/ui/Link";
import { MarketSession } from "./MarketSession";

/** The markets whose hours are shown, each with an instrument to read them from. */
const MARKETS: { name: "usStock" | "hkStock" | "forex" | "crypto"; of: Listing }[] = [
  { name: "usStock", of: { market: "UsStock", symbol: "AAPL" } },
  { name: "hkStock", of: { market: "HK", symbol: "00700" } },
  { name: "forex", of: { market: "Forex", symbol: "EURUSD" } },
  { name: "crypto", of: { market: "Crypto", symbol: "BTCUSDT" } },
];

/** The markets with their sessions, and the time until these change. */
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
          {MARKETS.map(({ name, of }) => (
            <li
              key={name}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5 last:border-0"
            >
              <span className="text-small font-semibold">{t(`market:class.${name}`)}</span>
              <MarketSession of={of} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
