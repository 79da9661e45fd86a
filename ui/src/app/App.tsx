import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useServerFacts } from "@/api/serverFacts";
import { otherTab, useSession } from "@/session";
import { useStore } from "@/store";
import { Later } from "@/ui/Later";
import { PaperContext } from "@/ui/PaperBadge";
import { HashRouter } from "./HashRouter";
import { queryClient } from "./queryClient";
import { Shell } from "./Shell";
import { useAppEvents } from "./useAppEvents";

/** Keys and toasts, which no first screen waits for. */
const AppExtras = lazy(() => import("./AppExtras"));

/** Events that concern every screen: session, server, language, network, links and keys. */
function AppEvents() {
  useAppEvents();
  return (
    <Later>
      <AppExtras />
    </Later>
  );
}

const AccountStream = lazy(() => import("./AccountStream"));

/** The pushes of a customer's account, from the login on; no first screen waits for it. */
function CustomerEvents() {
  const session = useSession();
  return session ? (
    <Later>
      <AccountStream key={session.user.id} />
    </Later>
  ) : null;
}

const OtherTabNotice = lazy(() => import("./OtherTabNotice"));

/** Counts the customers who have left this window. */
function useDepartures(): number {
  const customer = useSession()?.user.id;
  const [last, setLast] = useState({ customer, times: 0 });
  if (last.customer === customer) return last.times;
  const times = last.customer === undefined ? last.times : last.times + 1;
  setLast({ customer, times });
  return times;
}

/** Says to all screens that the money is not real, as soon as the server has said it. */
function Paper({ children }: { children: ReactNode }) {
  return <PaperContext value={useServerFacts().data?.mode === "paper"}>{children}</PaperContext>;
}

/**
 * The screens. When another tab changes the account, or a customer leaves, they are remounted: no input, choice or
 * filter of the other customer stays.
 */
function Screens() {
  const { times } = useStore(otherTab);
  const departures = useDepartures();
  return (
    <>
      <Shell key={`${times} ${departures}`} />
      {times > 0 ? (
        <Later>
          <OtherTabNotice />
        </Later>
      ) : null}
    </>
  );
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <AppEvents />
        <CustomerEvents />
        <Paper>
          <Suspense>
            <Screens />
          </Suspense>
        </Paper>
      </HashRouter>
    </QueryClientProvider>
  );
}
