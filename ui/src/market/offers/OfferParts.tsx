import { useQueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { families } from "@/api/keys";
import type { OfferList } from "@/choices/lists";
import { Page, TopBar } from "@/ui";
import { AuctionFilters, AuctionRows } from "./AuctionList";
import { BlockFilters, BlockRows } from "./BlockList";
import { NewStockFilters, NewStockRows } from "./NewStockList";
import type { OfferProps } from "./offerChoice";

type Part = ComponentType<OfferProps>;

/** The components of each offer list: its filters, and its rows. */
const PARTS: Record<OfferList, { Filters: Part; Rows: Part }> = {
  newStocks: { Filters: NewStockFilters, Rows: NewStockRows },
  auctions: { Filters: AuctionFilters, Rows: AuctionRows },
  blocks: { Filters: BlockFilters, Rows: BlockRows },
};

interface OfferPartProps extends OfferProps {
  offer: OfferList;
}

export function OfferFilters({ offer, ...props }: OfferPartProps) {
  const { Filters } = PARTS[offer];
  return <Filters {...props} />;
}

export function OfferRows({ offer, ...props }: OfferPartProps) {
  const { Rows } = PARTS[offer];
  return <Rows {...props} />;
}

/** An offer list as its own screen. */
export function OfferPage(props: OfferPartProps) {
  const { t } = useTranslation("offers");
  const client = useQueryClient();
  return (
    <Page
      top={<TopBar title={t(`title.${props.offer}`)} />}
      pinned={<OfferFilters {...props} />}
      onRefresh={() => client.refetchQueries({ queryKey: families.market, type: "active" })}
    >
      <OfferRows {...props} />
    </Page>
  );
}
