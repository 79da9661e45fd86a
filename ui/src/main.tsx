import "@/ui/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "@/app/App";
import { loadLanguage } from "@/i18n";
import { loadPlatform } from "@/platform";
import { restoreSession } from "@/session";
import { loadTheme } from "@/ui/theme";

/** The host first, since the rest asks it for what the customer chose before. */
async function start(): Promise<void> {
  await loadPlatform();
  restoreSession();
  loadTheme();
  await loadLanguage();
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
