import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadLanguage } from "@/i18n";
import { restoreSession } from "@/session";
import { loadTheme } from "@/ui/theme";
import { App } from "./App";

/** Draws the app. The host is known by now. */
export async function start(): Promise<void> {
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
