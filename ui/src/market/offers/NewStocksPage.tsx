import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { offerStatuses } from "@/api/offerTerms";
import { useNavigation } from "@/navigation";
import type { NewStocksQuery } from "@/screenQueries";
import { to } from "@/screens";
import { EmptyState, Page, QueryList, Segmented, SkeletonRows, TopBar } from "@/ui";
import { anyMarket, MarketChips } from "./MarketChips";
import { NewStockRow } from "./NewStockRow";
import { newStocks } from "./offerQueries";

/** The companies on their way to the market, by how far they have come. */
export default function NewStocksPage({ status, market }: NewStocksQuery) {
  const { t } = useTranslation("offers");
  const { open } = useNavigation();
  const query = useQuery(newStocks(status, market));
  const show = (next: NewStocksQuery) =>
    open(to("newStocks", { ...next, market: next.market || undefined }), { replace: true });
  return (
    <Page
      top={<TopBar />}
      pinned={
        <>
          <Segmented
            label={t("status.label")}
            value={status}
            onChange={(next) => show({ status: next, market })}
            choices={offerStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
          <div className="mt-2">
            <MarketChips
              value={market}
              markets={anyMarket}
              onChange={(next) => show({ status, market: next })}
            />
          </div>
        </>
      }
      onRefresh={query.refetch}
    >
      <p className="mt-1 text-caption text-ink-2">{t("simulated.sentence")}</p>
      <QueryList
        query={query}
        skeleton={<SkeletonRows rows={6} />}
        empty={<EmptyState icon={Rocket} text={t(`empty.${status}`)} />}
      >
        {(stocks) => stocks.map((stock) => <NewStockRow key={stock.id} stock={stock} />)}
      </QueryList>
    </Page>
  );
}
