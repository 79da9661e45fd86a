import { useEffect } from "react";
import { Toaster } from "@/ui/Toaster";
import { forgetFormsInTime } from "./keptForm";
import { useShortcuts } from "./useShortcuts";

/** What every screen has and none waits for: keys that mean the same everywhere, toasts, and an end of what was typed. */
export default function AppExtras() {
  useEffect(forgetFormsInTime, []);
  useShortcuts();
  return <Toaster />;
}
