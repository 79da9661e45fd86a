import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { AssetsCard } from "@/funds/AssetsCard";
import { IndexStrip } from "@/market/lists/IndexStrip";
import { TopMovers } from "@/market/lists/TopMovers";
import { SearchButton } from "@/market/search/SearchButton";
import { useSession } from "@/session";
import { Page, PlumbMark, TopBar } from "@/ui";
import { Invitation } from "./Invitation";

/** Loaded lazily: only newcomers need it. */
const FirstSteps = lazy(() => import("@/funds/FirstSteps"));
/** Loaded lazily: it is below the first screen. */
const HomeMore = lazy(() => import("./HomeMorePane"));

/** The entry screen: the customer's assets, the market, and links from there. */
export default function HomePage() {
  const client = useQueryClient();
  const session = useSession();
  return (
    <Page
      top={<TopBar start={<PlumbMark />} end={<SearchButton />} />}
      onRefresh={() => client.refetchQueries({ type: "active" })}
    >
      {session ? <AssetsCard /> : <Invitation />}
      {session ? (
        <Suspense fallback={null}>
          <FirstSteps dismissible />
        </Suspense>
      ) : null}
      <IndexStrip />
      <TopMovers />
      <Suspense fallback={null}>
        <HomeMore />
      </Suspense>
    </Page>
  );
}
