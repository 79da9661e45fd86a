import { Eye, EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { platform } from "@/platform";
import { createStore, useStore } from "@/store";
import { IconButton } from "./Button";
import { classes } from "./classes";

const KEY = "hideOwn";
const DOTS = "••••";

/** Null until somebody chooses in this visit: what the device keeps holds. */
const chosen = createStore<boolean | null>(null);

/** Whether the customer hides what they own from whoever looks on. Each device keeps its own answer. */
export function useOwnHidden(): boolean {
  return useStore(chosen) ?? platform.storage.get(KEY) === "yes";
}

function hideOwn(hide: boolean): void {
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

/** The eye that hides the customer's own amounts on all screens, and shows them again. */
export function OwnEye({ className }: { className?: string }) {
  const { t } = useTranslation();
  const hidden = useOwnHidden();
  const Icon = hidden ? EyeOff : Eye;
  return (
    <IconButton
      label={hidden ? t("own.show") : t("own.hide")}
      aria-pressed={hidden}
      onClick={() => hideOwn(!hidden)}
      className={classes("text-ink-2", className)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
