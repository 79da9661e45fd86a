import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import type { WatchlistEntry } from "@/api/watchlist";
import { Button } from "@/ui";
import { PickRow } from "../groups/PickRow";

interface PickBoardProps {
  rows: WatchlistEntry[];
  /** The group that rows are removed from; without one they are no longer watched. */
  group: WatchGroup | undefined;
  onRemove: (ids: string[]) => void;
  onDone: () => void;
}

/** Selects several rows of the watchlist or of a group to remove at once. */
export function PickBoard({ rows, group, onRemove, onDone }: PickBoardProps) {
  const { t } = useTranslation(["watchlist", "common"]);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setPicked((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
  const count = picked.length;
  return (
    <>
      <ul>
        {rows.map((item) => (
          <PickRow
            key={item.entryId}
            item={item}
            isOn={picked.includes(item.entryId)}
            onToggle={() => toggle(item.entryId)}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 -mx-4 flex gap-2.5 border-t border-line bg-surface px-4 py-2.5">
        <Button look="ghost" onClick={onDone}>
          {t("common:action.cancel")}
        </Button>
        <Button
          disabled={count === 0}
          onClick={() => {
            onRemove([...picked]);
            onDone();
          }}
        >
          {t(group ? "watchlist:manage.takeCount" : "watchlist:manage.removeCount", { count })}
        </Button>
      </div>
    </>
  );
}
