import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { platform } from "@/platform";
import { createStore, useStore } from "@/store";
import { classes } from "./classes";

const KEY = "hideOwn";
const DOTS = "••••";

/** Null until somebody chooses in this visit: what the device keeps holds. */
const chosen = createStore<boolean | null>(null);

/** Whether the customer hides what they own from whoever looks on. Each device keeps its own answer. */
export const isOwnHidden = () => chosen.get() ?? platform.storage.get(KEY) === "yes";

/** The same, for a screen that follows it. */
export function useOwnHidden(): boolean {
  return useStore(chosen) ?? platform.storage.get(KEY) === "yes";
}

export function hideOwn(hide: boolean): void {
  if (hide) platform.storage.set(KEY, "yes");
  else platform.storage.remove(KEY);
  chosen.set(hide);
}

/** Around every amount of the customer's own money: balances, worth, profits. Hidden, it is four dots. */
export function Own({ children, className }: { children: ReactNode; className?: string }) {
  const { t } = useTranslation();
  if (!useOwnHidden()) return children;
  return (
    <span
      role="img"
      aria-label={t("own.hidden")}
      className={classes("tracking-[0.1em]", className)}
    >
      {DOTS}
    </span>
  );
}
