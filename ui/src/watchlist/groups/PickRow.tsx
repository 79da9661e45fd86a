import type { WatchlistEntry } from "@/api/watchlist";
import { codeOf, titleOf } from "@/products";
import { LogoTile } from "@/ui";
import { CheckRow } from "@/ui/CheckRow";

interface PickRowProps {
  item: WatchlistEntry;
  isOn: boolean;
  onToggle: () => void;
}

/** A selectable row of the watchlist. */
export function PickRow({ item, isOn, onToggle }: PickRowProps) {
  const { first, second } = titleOf(item);
  return (
    <li className="border-b border-line">
      <CheckRow label={first} on={isOn} onToggle={onToggle}>
        <span className="flex min-h-15 min-w-0 flex-1 items-center gap-3">
          <LogoTile code={codeOf(item)} name={item.name} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-[15px] font-semibold">{first}</span>
            <span className="num block truncate text-caption text-ink-2">
              {[second, item.exchange].filter(Boolean).join(" · ")}
            </span>
          </span>
        </span>
      </CheckRow>
    </li>
  );
}
