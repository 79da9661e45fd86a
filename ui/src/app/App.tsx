import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Toaster } from "@/ui/Toaster";
import { HashRouter } from "./HashRouter";
import { queryClient } from "./queryClient";
import { Shell } from "./Shell";
import { useAppEvents } from "./useAppEvents";

/** What happens whatever is on the screen: session, server, network, links and keys. */
function AppEvents() {
  useAppEvents();
  return null;
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <AppEvents />
        <Suspense>
          <Shell />
        </Suspense>
        <Toaster />
      </HashRouter>
    </QueryClientProvider>
  );
}
