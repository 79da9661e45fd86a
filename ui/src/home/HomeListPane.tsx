import { lazy, Suspense } from "react";
import { fundingOverview } from "@/api/fundingOverview";
import { wallets } from "@/api/wallets";
import { AssetsCard } from "@/funds/AssetsCard";
import { SearchButton } from "@/market/search/SearchButton";
import { useSession } from "@/session";
import { Page, TopBar } from "@/ui";
import { useSaidAbove } from "@/ui/useSaidAbove";
import { Invitation } from "./Invitation";
import { StartPane } from "./StartPane";

const FirstSteps = lazy(() => import("@/funds/FirstSteps"));
const WalletList = lazy(() =>
  import("@/funds/WalletList").then((list) => ({ default: list.WalletList })),
);
const HomeMore = lazy(() => import("./HomeMorePane"));

function Wallets() {
  return useSaidAbove(fundingOverview, wallets) ? null : <WalletList />;
}

/** The list pane of the home page in a workspace: the customer's assets, and links from there. */
export default function HomeListPane() {
  const session = useSession();
  return (
    <Page top={<TopBar end={<SearchButton />} />}>
      {session ? (
        <>
          <AssetsCard curve={false} />
          <Suspense fallback={null}>
            <FirstSteps dismissible />
            <Wallets />
          </Suspense>
        </>
      ) : (
        <>
          <Invitation />
          <StartPane />
          <Suspense fallback={null}>
            <HomeMore />
          </Suspense>
        </>
      )}
    </Page>
  );
}
