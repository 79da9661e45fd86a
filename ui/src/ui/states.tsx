import { CloudOff, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { Button } from "./Button";

interface EmptyStateProps {
  icon: LucideIcon;
  /** One sentence: what is missing and why. */
  text: string;
  /** One action: what to do about it. */
  action?: ReactNode;
}

/** Shown in place of an empty list. */
export function EmptyState({ icon: Icon, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-[18px] bg-sunken text-ink-2">
        <Icon size={26} strokeWidth={1.5} aria-hidden />
      </span>
      {/* Chinese lines end at a comma or a full stop, and not within a word. */}
      <p className="max-w-[280px] break-keep text-balance wrap-anywhere text-note text-ink-2">
        {text}
      </p>
      {action ? <div className="flex min-w-[180px]">{action}</div> : null}
    </div>
  );
}

/** Shown if a screen's data failed to load: what happened and what to do. */
export function ErrorState({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation();
  const said = error instanceof ApiError && error.msg;
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-[18px] bg-sunken text-ink-2">
        <CloudOff size={26} strokeWidth={1.5} aria-hidden />
      </span>
      <p className="max-w-[300px] text-note font-medium">{said || t("error.network")}</p>
      {said ? null : <p className="max-w-[300px] text-small text-ink-2">{t("error.check")}</p>}
      <Button look="ghost" onClick={retry} className="mt-1 flex-none">
        <span className="inline-flex items-center gap-2">
          <RotateCw size={16} aria-hidden />
          {t("action.tryAgain")}
        </span>
      </Button>
    </div>
  );
}
