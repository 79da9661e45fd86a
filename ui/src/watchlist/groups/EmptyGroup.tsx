import { FolderOpen } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import { Button, EmptyState } from "@/ui";

const FillSheet = lazy(() => import("./FillSheet"));

/** An empty group, with a button to add instruments from the whole watchlist. */
export function EmptyGroup({ group }: { group: WatchGroup }) {
  const { t } = useTranslation("watchlist");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <EmptyState
        icon={FolderOpen}
        text={t("groups.empty")}
        action={<Button onClick={() => setOpen(true)}>{t("groups.fill")}</Button>}
      />
      {isOpen ? (
        <Suspense>
          <FillSheet group={group} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
