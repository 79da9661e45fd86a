import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { families } from "@/api/keys";
import { TRADE_TABS, type TradeTab } from "@/choices/tradeTabs";
import { useLiveOverview } from "@/funds/AssetsCard";
import { Suggestions } from "@/market/lists/Suggestions";
import { UnansweredActions } from "@/money/UnansweredActions";
import { useNavigation } from "@/navigation";
import type { HistoryChoice } from "@/orders/history";
import { OrderHistory } from "@/orders/OrderHistory";
import { WorkingOrders } from "@/orders/WorkingOrders";
import { ClosedTrades } from "@/positions/ClosedTrades";
import { Holdings } from "@/positions/Holdings";
import { PortfolioHead } from "@/positions/PortfolioHead";
import { holdings } from "@/positions/queries";
import type { TradeQuery } from "@/screenQueries";
import { to } from "@/screens";
import { Page, Segmented, TopBar } from "@/ui";
import { LoginFirst } from "@/ui/LoginFirst";
import { SuggestedStar } from "@/watchlist/SuggestedStar";

const TAB_NAMES = Object.keys(TRADE_TABS) as TradeTab[];

function TradingCentre({ tab, choice }: { tab: TradeTab; choice: HistoryChoice }) {
  const { t } = useTranslation("positions");
  const { open } = useNavigation();
  const { data: positions } = useQuery(holdings);
  const overview = useLiveOverview();
  return (
    <>
      <UnansweredActions />
      <PortfolioHead overview={overview} positions={positions} />
      <Segmented
        label={t("tabs.label")}
        value={tab}
        onChange={(next) => open(to("trade", { tab: TRADE_TABS[next] }), { replace: true })}
        choices={TAB_NAMES.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        className="mb-3"
      />
      {tab === "holdings" ? <Holdings suggestions={<Suggestions star={SuggestedStar} />} /> : null}
      {tab === "orders" ? <WorkingOrders /> : null}
      {tab === "history" ? (
        <OrderHistory
          choice={choice}
          onChoose={(next) =>
            open(to("trade", { tab: TRADE_TABS.history, ...next }), { replace: true })
          }
        />
      ) : null}
      {tab === "closed" ? <ClosedTrades /> : null}
    </>
  );
}

/** The Trade tab: holdings, working orders, ended orders, and closed trades. */
export default function TradePage({ tab: number, ...choice }: TradeQuery) {
  const client = useQueryClient();
  const tab = TAB_NAMES.find((name) => TRADE_TABS[name] === number) ?? "holdings";
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: families.positions }),
      client.invalidateQueries({ queryKey: families.orders }),
      client.invalidateQueries({ queryKey: families.fundingOverview }),
      client.invalidateQueries({ queryKey: families.wallets }),
    ]);
  return (
    <Page top={<TopBar />} onRefresh={refresh}>
      <LoginFirst>
        <TradingCentre tab={tab} choice={choice} />
      </LoginFirst>
    </Page>
  );
}
