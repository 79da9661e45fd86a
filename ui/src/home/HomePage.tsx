import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { AssetsCard } from "@/funds/AssetsCard";
import { IndexStrip } from "@/market/IndexStrip";
import { SearchButton } from "@/market/SearchButton";
import { TopMovers } from "@/market/TopMovers";
import { useSession } from "@/session";
import { Page, PlumbMark, TopBar } from "@/ui";
import { Invitation } from "./Invitation";

/** Newcomers alone need it, so it does not weigh on the first screen of everyone else. */
const FirstSteps = lazy(() => import("@/funds/FirstSteps"));
/** It stands below what the first screen shows. */
const HomeMore = lazy(() => import("./HomeMorePane"));

/** The entry screen: what one has, what the market does, and where to go from there. */
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
