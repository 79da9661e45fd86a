import { useInfiniteQuery } from "@tanstack/react-query";
import { Boxes } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState, formatDecimal, Notice, QueryList, SkeletonRows } from "@/ui";
import { InstrumentList } from "../lists/InstrumentList";
import { useReadOn } from "../lists/useReadOn";
import { BLOCK } from "./BlockRow";
import { MarketChips, oneMarket } from "./MarketChips";
import { type OfferProps, oneOf } from "./offerChoice";
import { blockStocks } from "./offerQueries";

export const BlockFilters = ({ choice, onShow }: OfferProps) => (
  <MarketChips
    value={oneOf(choice)}
    markets={oneMarket}
    onChange={(next) => onShow({ ...choice, market: next })}
  />
);

/** A market's stocks with block trades. Trading itself needs a permission, which does not exist yet. */
export function BlockRows({ choice }: OfferProps) {
  const { t } = useTranslation("offers");
  const query = useInfiniteQuery(blockStocks(oneOf(choice)));
  const { readOn, more } = useReadOn(query);
  const terms = query.data?.pages[0]?.rows[0]?.block;
  return (
    <>
      <Notice className="mt-1 mb-1.5">
        {terms ? t("block.rule", { band: formatDecimal(terms.band) }) : null}{" "}
        {t("block.permission")}
      </Notice>
      <QueryList
        query={query}
        skeleton={<SkeletonRows rows={8} />}
        empty={<EmptyState icon={Boxes} text={t("empty.blocks")} />}
        more={more}
      >
        {(stocks) => <InstrumentList instruments={stocks} row={BLOCK} onEnd={readOn} />}
      </QueryList>
    </>
  );
}
