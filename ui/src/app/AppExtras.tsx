import { Toaster } from "@/ui/Toaster";
import { useShortcuts } from "./useShortcuts";

/** What every screen has and none waits for: keys that mean the same everywhere, and toasts. */
export default function AppExtras() {
  useShortcuts();
  return <Toaster />;
}
