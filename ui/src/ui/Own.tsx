import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { platform } from "@/platform";
import { createStore, useStore } from "@/store";
import { classes } from "./classes";

const KEY = "hideOwn";
const DOTS = "••••";

/** The choice made in this visit; null before one is made, when the stored choice applies. */
const chosen = createStore<boolean | null>(null);

/** True if the customer hides their own amounts from onlookers. Each device stores its own choice. */
export const isOwnHidden = () => chosen.get() ?? platform.storage.get(KEY) === "yes";

/** `isOwnHidden` as a hook. */
export function useOwnHidden(): boolean {
  return useStore(chosen) ?? platform.storage.get(KEY) === "yes";
}

export function hideOwn(hide: boolean): void {
  if (hide) platform.storage.set(KEY, "yes");
  else platform.storage.remove(KEY);
  chosen.set(hide);
}

/** An amount within a sentence, hidden if `hidden`. */
export const ownText = (text: string, hidden = isOwnHidden()) => (hidden ? DOTS : text);

/** `ownText` as a hook. */
export function useOwnText(): (text: string) => string {
  const hidden = useOwnHidden();
  return (text) => ownText(text, hidden);
}

/** Wraps every amount of the customer's own money: balances, worth, profits. Hidden, it is four dots. */
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
