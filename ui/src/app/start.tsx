import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadLanguage } from "@/i18n";
import { screenAt } from "@/screens";
import { restoreSession } from "@/session";
import { loadTheme } from "@/ui/theme";
import { App } from "./App";
import { firstQueries } from "./firstQueries";
import { queryClient } from "./queryClient";
import { keepRelease, welcomeRelease } from "./releases";
import { serverFacts } from "./serverFacts";

/**
 * Answers that are nearly there are waited for, since drawing a page twice takes longer. The page's frame stands
 * meanwhile.
 */
const NEARLY_MS = 50;

/** By then the first screen has all that it shows, and what other screens need is in nobody's way. */
const SETTLED_MS = 2_000;

const nearly = <T,>(answer: Promise<T>) =>
  Promise.race([answer, new Promise((resolve) => setTimeout(resolve, NEARLY_MS))]);

/** What draws every other screen than the first. Who asks for one tries again where this fails. */
const loadPages = () => import("./pages").catch(() => undefined);

/** Reads what the first screen shows, most of which the page's first script has asked for already. */
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

/** Draws the app in the place of the frame. The host is known by now. */
export async function start(): Promise<void> {
  restoreSession();
  loadTheme();
  await Promise.all([loadLanguage(), nearly(readFirst())]);
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  welcomeRelease();
  keepRelease();
  setTimeout(loadPages, SETTLED_MS);
}
