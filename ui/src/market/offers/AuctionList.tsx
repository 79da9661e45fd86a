import { useQuery } from "@tanstack/react-query";
import { Hammer } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState, QueryList, SkeletonRows } from "@/ui";
import { InstrumentList } from "../lists/InstrumentList";
import { AuctionHead } from "./AuctionHead";
import { AUCTION } from "./AuctionRow";
import { MarketChips, oneMarket } from "./MarketChips";
import { type OfferProps, oneOf } from "./offerChoice";
import { auctionStocks } from "./offerQueries";

export function AuctionFilters({ choice, onShow }: OfferProps) {
  const market = oneOf(choice);
  const first = useQuery(auctionStocks(market)).data?.[0];
  return (
    <>
      <MarketChips
        value={market}
        markets={oneMarket}
        onChange={(next) => onShow({ ...choice, market: next })}
      />
      <div className="min-h-12 pt-2">
        {first ? <AuctionHead auction={first.auction} market={first.market} /> : null}
      </div>
    </>
  );
}

/** A market's stocks with an opening auction: its indicative result while it runs, else its last one. */
export function AuctionRows({ choice }: OfferProps) {
  const { t } = useTranslation("offers");
  return (
    <>
      <p className="my-1 text-caption text-ink-2">{t("auction.hours")}</p>
      <QueryList
        query={useQuery(auctionStocks(oneOf(choice)))}
        skeleton={<SkeletonRows rows={10} />}
        empty={<EmptyState icon={Hammer} text={t("empty.auctions")} />}
      >
        {(stocks) => <InstrumentList instruments={stocks} row={AUCTION} />}
      </QueryList>
    </>
  );
}
