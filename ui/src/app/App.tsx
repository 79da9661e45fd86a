import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { otherTab, useSession } from "@/session";
import { useStore } from "@/store";
import { HashRouter } from "./HashRouter";
import { queryClient } from "./queryClient";
import { Shell } from "./Shell";
import { useAppEvents } from "./useAppEvents";

/** Keys and toasts: what no first screen waits for. */
const AppExtras = lazy(() => import("./AppExtras"));

/** What happens whatever is on the screen: session, server, network, links and keys. */
function AppEvents() {
  useAppEvents();
  return (
    <Suspense>
      <AppExtras />
    </Suspense>
  );
}

const AccountStream = lazy(() => import("./AccountStream"));

/** What the server tells of a customer, from the log-in on; no first screen waits for it. */
function CustomerEvents() {
  const session = useSession();
  return session ? (
    <Suspense>
      <AccountStream key={session.user.id} />
    </Suspense>
  ) : null;
}

const OtherTabNotice = lazy(() => import("./OtherTabNotice"));

/** The screens. When another tab changed the account they begin anew: nothing typed for the other stays. */
function Screens() {
  const { times } = useStore(otherTab);
  return (
    <>
      <Shell key={times} />
      {times > 0 ? <OtherTabNotice /> : null}
    </>
  );
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <AppEvents />
        <CustomerEvents />
        <Suspense>
          <Screens />
        </Suspense>
      </HashRouter>
    </QueryClientProvider>
  );
}
