import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { families } from "@/api/keys";
import { LoginFirst } from "@/app/LoginFirst";
import { UnansweredActions } from "@/app/UnansweredActions";
import { useLiveOverview } from "@/funds/AssetsCard";
import { Suggestions } from "@/market/Suggestions";
import { useNavigation } from "@/navigation";
import type { HistoryChoice } from "@/orders/history";
import { OrderHistory } from "@/orders/OrderHistory";
import { WorkingOrders } from "@/orders/WorkingOrders";
import type { TradeQuery } from "@/screenQueries";
import { to } from "@/screens";
import { Page, Segmented, TopBar } from "@/ui";
import { SuggestedStar } from "@/watchlist/SuggestedStar";
import { ClosedTrades } from "./ClosedTrades";
import { Holdings } from "./Holdings";
import { PortfolioHead } from "./PortfolioHead";
import { holdings } from "./queries";

/** The tabs in the order of the screen, with their numbers in addresses. */
const TABS = { holdings: 0, orders: 2, history: 3, closed: 1 } as const;
type Tab = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as Tab[];

function TradingCentre({ tab, choice }: { tab: Tab; choice: HistoryChoice }) {
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
        onChange={(next) => open(to("trade", { tab: TABS[next] }), { replace: true })}
        choices={TAB_NAMES.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        className="mb-3"
      />
      {tab === "holdings" ? <Holdings suggestions={<Suggestions star={SuggestedStar} />} /> : null}
      {tab === "orders" ? <WorkingOrders /> : null}
      {tab === "history" ? (
        <OrderHistory
          choice={choice}
          onChoose={(next) => open(to("trade", { tab: TABS.history, ...next }), { replace: true })}
        />
      ) : null}
      {tab === "closed" ? <ClosedTrades /> : null}
    </>
  );
}

/** The Trade tab: holdings, working orders, ended orders, and closed trades. */
export default function TradePage({ tab: number, ...choice }: TradeQuery) {
  const client = useQueryClient();
  const tab = TAB_NAMES.find((name) => TABS[name] === number) ?? "holdings";
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
