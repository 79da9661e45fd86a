import { useEffect } from "react";
import { Toaster } from "@/ui/Toaster";
import { forgetFormsInTime } from "./keptForm";
import { useShortcuts } from "./useShortcuts";

/** Parts of every screen that load after the first: keyboard shortcuts, toasts, and the expiry of typed input. */
export default function AppExtras() {
  useEffect(forgetFormsInTime, []);
  useShortcuts();
  return <Toaster />;
}
