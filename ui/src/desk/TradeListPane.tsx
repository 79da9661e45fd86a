import { useQuery } from "@tanstack/react-query";
import { useLiveOverview } from "@/funds/AssetsCard";
import { Suggestions } from "@/market/lists/Suggestions";
import { UnansweredActions } from "@/money/UnansweredActions";
import { Holdings } from "@/positions/Holdings";
import { PortfolioHead } from "@/positions/PortfolioHead";
import { holdings } from "@/positions/queries";
import { Page, TopBar } from "@/ui";
import { LoginFirst } from "@/ui/LoginFirst";
import { SuggestedStar } from "@/watchlist/SuggestedStar";

function Portfolio() {
  const { data } = useQuery(holdings);
  const overview = useLiveOverview();
  return (
    <>
      <UnansweredActions />
      <PortfolioHead overview={overview} positions={data} />
      <Holdings suggestions={<Suggestions star={SuggestedStar} />} />
    </>
  );
}

/** The list pane of the Trade tab in a workspace: the totals and all holdings. */
export default function TradeListPane() {
  return (
    <Page top={<TopBar />}>
      <LoginFirst>
        <Portfolio />
      </LoginFirst>
    </Page>
  );
}
