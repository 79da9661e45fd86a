import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { serverFacts } from "@/api/serverFacts";
import { loadLanguage } from "@/i18n";
import { platform } from "@/platform";
import { screenAt } from "@/screens";
import { restoreSession } from "@/session";
import { loadTheme } from "@/ui/theme";
import { App } from "./App";
import { firstQueries } from "./firstQueries";
import { queryClient } from "./queryClient";

/**
 * The longest wait for the first answers, since drawing a page twice takes longer. The page's frame is shown meanwhile.
 */
const NEARLY_MS = 50;

/** By then the first screen has its data, and loading the code of other screens delays nothing. */
const SETTLED_MS = 2_000;

const nearly = <T,>(answer: Promise<T>) =>
  Promise.race([answer, new Promise((resolve) => setTimeout(resolve, NEARLY_MS))]);

const ServerFirst = lazy(() => import("./ServerFirst"));

/** Loads the code of all screens but the first. If it fails, opening a screen tries again. */
const loadPages = () => import("./pages").catch(() => undefined);

/** Reads the data of the first screen, most of which the page's first script has requested already. */
function readFirst() {
  const screen = window.location.hash.slice(1);
  const isHome = screen === "" || screenAt(screen) === "home";
  if (!isHome) void loadPages();
  const queries = isHome ? firstQueries() : [];
  return Promise.all([
    queryClient.prefetchQuery(serverFacts),
    ...queries.map((query) => queryClient.prefetchQuery(query)),
  ]);
}

/** Draws the app in place of the frame. The platform is known by now. */
export async function start(): Promise<void> {
  restoreSession();
  loadTheme();
  const hasServer = platform.serverAddress() !== "";
  await Promise.all([loadLanguage(), hasServer && nearly(readFirst())]);
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      {hasServer ? (
        <App />
      ) : (
        <Suspense>
          <ServerFirst />
        </Suspense>
      )}
    </StrictMode>,
  );
  setTimeout(loadPages, SETTLED_MS);
}
