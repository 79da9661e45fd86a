import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import { lazy, Suspense, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Wanted } from "@/choices/lists";
import { classes } from "@/ui";
import { WorkspaceContext } from "@/ui/Page";

const SortSheet = lazy(() => import("./SortSheet"));

interface SortChipProps {
  wanted: Wanted;
  onShow: (wanted: Wanted) => void;
}

function Chip({ wanted, onShow }: SortChipProps) {
  const { t } = useTranslation("kinds");
  const [isOpen, setOpen] = useState(false);
  const { order } = wanted;
  const Icon = !order ? ArrowDownUp : order.descending ? ArrowDown : ArrowUp;
  const direction = order && t(order.descending ? "sort.descending" : "sort.ascending");
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        aria-label={order ? `${t(`sort.${order.by}`)} · ${direction}` : t("sort.label")}
        className={classes(
          "relative mr-1.5 inline-flex min-h-8 shrink-0 items-center gap-1 rounded-full px-2 text-small font-medium before:absolute before:inset-x-0 before:-inset-y-1.5 before:content-['']",
          order ? "bg-primary text-on-primary" : "bg-sunken text-ink-2",
        )}
      >
        {order ? t(`sort.${order.by}`) : null}
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </button>
      {isOpen ? (
        <Suspense>
          <SortSheet wanted={wanted} onShow={onShow} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The order of rows, for lists without a table's titles. */
export function SortChip(props: SortChipProps) {
  const inWorkspace = useContext(WorkspaceContext);
  if (inWorkspace) return null;
  return (
    <Suspense fallback={<div className="h-8 w-8" />}>
      <Chip {...props} />
    </Suspense>
  );
}
