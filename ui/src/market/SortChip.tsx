import { ArrowDownUp } from "lucide-react";
import { lazy, Suspense, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { WorkspaceContext } from "@/ui/Page";
import type { Wanted } from "./lists";

const SortSheet = lazy(() => import("./SortSheet"));

interface SortChipProps {
  wanted: Wanted;
  onShow: (wanted: Wanted) => void;
}

function Chip({ wanted, onShow }: SortChipProps) {
  const { t } = useTranslation("kinds");
  const [isOpen, setOpen] = useState(false);
  const { order } = wanted;
  const direction = order && t(order.descending ? "sort.descending" : "sort.ascending");
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-1.5 text-small font-medium text-ink-2"
      >
        <ArrowDownUp size={16} strokeWidth={1.75} aria-hidden />
        {order ? `${t(`sort.${order.by}`)} · ${direction}` : t("sort.label")}
      </button>
      {isOpen ? (
        <Suspense>
          <SortSheet wanted={wanted} onShow={onShow} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** How rows are ordered, where no table has titles to press. */
export function SortChip(props: SortChipProps) {
  const inWorkspace = useContext(WorkspaceContext);
  if (inWorkspace) return null;
  return (
    <Suspense fallback={<div className="h-11" />}>
      <Chip {...props} />
    </Suspense>
  );
}
