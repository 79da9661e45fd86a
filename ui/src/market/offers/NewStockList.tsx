import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { offerStatuses } from "@/api/offerTerms";
import { EmptyState, QueryList, Segmented, SkeletonRows } from "@/ui";
import { InstrumentList } from "../lists/InstrumentList";
import { anyMarket, MarketChips } from "./MarketChips";
import { NEW_STOCK } from "./NewStockRow";
import type { OfferProps } from "./offerChoice";
import { newStocks } from "./offerQueries";

export function NewStockFilters({ choice, onShow }: OfferProps) {
  const { t } = useTranslation("offers");
  return (
    <>
      <Segmented
        label={t("status.label")}
        value={choice.status}
        onChange={(next) => onShow({ ...choice, status: next })}
        choices={offerStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <div className="mt-2">
        <MarketChips
          value={choice.market}
          markets={anyMarket}
          onChange={(next) => onShow({ ...choice, market: next })}
        />
      </div>
    </>
  );
}

/** The companies to be listed, by their stage. */
export function NewStockRows({ choice: { status, market } }: OfferProps) {
  const { t } = useTranslation("offers");
  return (
    <>
      <p className="mt-1 text-caption text-ink-2">{t("simulated.sentence")}</p>
      <QueryList
        query={useQuery(newStocks(status, market))}
        skeleton={<SkeletonRows rows={6} />}
        empty={<EmptyState icon={Rocket} text={t(`empty.${status}`)} />}
      >
        {(stocks) => <InstrumentList instruments={stocks} row={NEW_STOCK} />}
      </QueryList>
    </>
  );
}
