import { useQuery } from "@tanstack/react-query";
import { Hammer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import type { StockMarketQuery } from "@/screenQueries";
import { to } from "@/screens";
import { EmptyState, Page, QueryList, SkeletonRows, TopBar } from "@/ui";
import { AuctionHead } from "./AuctionHead";
import { AuctionRow } from "./AuctionRow";
import { MarketChips, oneMarket } from "./MarketChips";
import { auctionStocks } from "./offerQueries";

/** The stocks of a market that open with an auction: while one runs what they would clear at, else what they cleared at. */
export default function AuctionsPage({ market }: StockMarketQuery) {
  const { t } = useTranslation("offers");
  const { open } = useNavigation();
  const query = useQuery(auctionStocks(market));
  const first = query.data?.[0];
  return (
    <Page
      top={<TopBar />}
      pinned={
        <>
          <MarketChips
            value={market}
            markets={oneMarket}
            onChange={(next) => open(to("auctions", { market: next }), { replace: true })}
          />
          <div className="min-h-12 pt-2">
            {first ? <AuctionHead auction={first.auction} market={first.market} /> : null}
          </div>
        </>
      }
      onRefresh={query.refetch}
    >
      <p className="my-1 text-caption text-ink-2">{t("auction.hours")}</p>
      <QueryList
        query={query}
        skeleton={<SkeletonRows rows={10} />}
        empty={<EmptyState icon={Hammer} text={t("empty.auctions")} />}
      >
        {(stocks) => stocks.map((stock) => <AuctionRow key={stock.id} stock={stock} />)}
      </QueryList>
    </Page>
  );
}
