import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import { Button, QueryList, Sheet, SkeletonRows } from "@/ui";
import { watchlist } from "../queries";
import { usePut } from "./groupQueries";
import { PickRow } from "./PickRow";

interface FillSheetProps {
  group: WatchGroup;
  onClose: () => void;
}

/** Chooses watched instruments to put into a group. */
export default function FillSheet({ group, onClose }: FillSheetProps) {
  const { t } = useTranslation("watchlist");
  const query = useQuery(watchlist);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const put = usePut();
  const fill = useMutation({
    // One after the other, the last first: each is put before the existing ones.
    mutationFn: async () => {
      const items = query.data?.filter(({ entryId }) => picked.has(entryId)) ?? [];
      for (const item of items.reverse()) {
        await put.mutateAsync({ listing: item, entryId: item.entryId, to: group.id });
      }
    },
    // Refusals have been shown by then.
    meta: { quiet: true },
    onSettled: onClose,
  });
  const toggle = (id: string) =>
    setPicked((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("groups.fillNamed", { name: group.name })}
      actions={
        <Button disabled={picked.size === 0} busy={fill.isPending} onClick={() => fill.mutate()}>
          {picked.size > 0 ? t("groups.fillCount", { count: picked.size }) : t("groups.fill")}
        </Button>
      }
    >
      <QueryList query={query} skeleton={<SkeletonRows rows={4} />}>
        {(items) => (
          <ul>
            {items.map((item) => (
              <PickRow
                key={item.entryId}
                item={item}
                isOn={picked.has(item.entryId)}
                onToggle={() => toggle(item.entryId)}
              />
            ))}
          </ul>
        )}
      </QueryList>
    </Sheet>
  );
}
