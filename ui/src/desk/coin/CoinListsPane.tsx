import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Instrument, InstrumentDetail } from "@/api/market";
import { RecentTrades } from "@/market/book/RecentTrades";
import { StatsCard } from "@/market/quote/StatsCard";
import { RulesLink } from "@/market/rules/RulesLink";
import { workingOrders } from "@/orders/queries";
import { WorkingOrders } from "@/orders/WorkingOrders";
import { Holdings } from "@/positions/Holdings";
import { holdings } from "@/positions/queries";
import { kindOf, titleOf } from "@/products";
import { useSession } from "@/session";
import { Chips, classes, ScrollingTabs } from "@/ui";
import { WhenSeen } from "@/ui/WhenSeen";
import { LogInLine } from "./LogInLine";

/** Loaded lazily: it is below everything else. */
const NewestNews = lazy(() => import("@/news/NewestNews"));

type Tab = "orders" | "holdings" | "trades" | "facts";
type Scope = "this" | "all";

/** The day's figures, the rules and the news. */
function Facts({ instrument }: { instrument: InstrumentDetail }) {
  return (
    <>
      <StatsCard instrument={instrument} />
      <RulesLink instrument={instrument} />
      <WhenSeen>
        <Suspense fallback={null}>
          <NewestNews about={instrument} />
        </Suspense>
      </WhenSeen>
    </>
  );
}

/** The number of a customer's orders and holdings among those of the scope; undefined until known. */
function useCounts(isOf: (row: Instrument) => boolean) {
  const isCustomer = useSession() !== null;
  const { data: orders } = useQuery({ ...workingOrders, enabled: isCustomer });
  const { data: held } = useQuery({ ...holdings, enabled: isCustomer });
  const count = (rows: readonly Instrument[] | undefined) => rows?.filter(isOf).length || undefined;
  return { orders: count(orders), holdings: count(held), trades: undefined, facts: undefined };
}

interface CoinListsProps {
  instrument: InstrumentDetail;
  /** True if the lists have a height of their own and scroll within it; the trades are then elsewhere. */
  fills?: boolean;
}

/** A customer's open orders and holdings of a coin, or of all coins, beside its latest trades and its figures. */
export function CoinListsPane({ instrument, fills = false }: CoinListsProps) {
  const { t } = useTranslation("kinds");
  const session = useSession();
  const [tab, setTab] = useState<Tab>("orders");
  const [scope, setScope] = useState<Scope>("this");
  const { symbol, market, assetClass } = instrument;
  const isOf = (row: Instrument) =>
    scope === "all"
      ? row.assetClass === assetClass
      : row.symbol === symbol && row.market === market;
  const counts = useCounts(isOf);
  const coin = kindOf(instrument).coin?.(symbol) ?? titleOf(instrument).first;
  const tabs: Tab[] = ["orders", "holdings", ...(fills ? [] : (["trades"] as const)), "facts"];
  const hasScope = session !== null && (tab === "orders" || tab === "holdings");
  const none = (text: string) => <p className="py-6 text-center text-note text-ink-2">{text}</p>;
  const own = (list: ReactNode) => (session ? list : <LogInLine />);
  const lists: Record<Tab, () => ReactNode> = {
    orders: () =>
      own(
        <WorkingOrders
          isListed={isOf}
          empty={none(t("desk.noOrders", { context: scope, coin }))}
        />,
      ),
    holdings: () =>
      own(
        <Holdings isListed={isOf} empty={none(t("desk.noHoldings", { context: scope, coin }))} />,
      ),
    trades: () => <RecentTrades instrument={instrument} count={20} />,
    facts: () => <Facts instrument={instrument} />,
  };
  return (
    <div className={classes("@container relative", fills && "flex min-h-0 flex-1 flex-col")}>
      <ScrollingTabs<Tab>
        label={t("desk.lists")}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((value) => ({
          value,
          label: [t(`desk.tab.${value}`), counts[value]].filter(Boolean).join(" "),
        }))}
        {...(fills
          ? {
              className: "flex min-h-0 flex-1 flex-col",
              panelClass: "min-h-0 flex-1 overflow-y-auto",
            }
          : {})}
      >
        {hasScope ? (
          <Chips<Scope>
            label={t("desk.scope")}
            value={scope}
            onChange={setScope}
            quiet
            choices={[
              { value: "this", label: coin },
              { value: "all", label: t("desk.allCoins") },
            ]}
            className="@min-[480px]:absolute @min-[480px]:top-0 @min-[480px]:right-0"
          />
        ) : null}
        <div className={hasScope ? "@min-[480px]:pt-2.5" : "pt-2.5"}>{lists[tab]()}</div>
      </ScrollingTabs>
    </div>
  );
}
