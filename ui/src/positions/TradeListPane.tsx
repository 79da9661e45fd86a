import { useQuery } from "@tanstack/react-query";
import { LoginFirst } from "@/app/LoginFirst";
import { UnansweredActions } from "@/app/UnansweredActions";
import { useLiveOverview } from "@/funds/AssetsCard";
import { Suggestions } from "@/market/lists/Suggestions";
import { Page, TopBar } from "@/ui";
import { SuggestedStar } from "@/watchlist/SuggestedStar";
import { Holdings } from "./Holdings";
import { PortfolioHead } from "./PortfolioHead";
import { holdings } from "./queries";

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
