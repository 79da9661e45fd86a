import { Check } from "lucide-react";
import type { WatchlistEntry } from "@/api/watchlist";
import { codeOf, titleOf } from "@/products";
import { classes, LogoTile } from "@/ui";

interface PickRowProps {
  item: WatchlistEntry;
  isOn: boolean;
  onToggle: () => void;
}

/** A row of the watchlist that a press chooses. */
export function PickRow({ item, isOn, onToggle }: PickRowProps) {
  const { first, second } = titleOf(item);
  return (
    <li className="border-b border-line">
      <label className="relative flex min-h-15 items-center gap-3 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brass">
        <input
          type="checkbox"
          aria-label={first}
          checked={isOn}
          onChange={onToggle}
          className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
        />
        <span
          aria-hidden
          className={classes(
            "grid size-6 shrink-0 place-items-center rounded-full border transition-colors duration-150",
            isOn ? "border-primary bg-primary text-on-primary" : "border-ink-3 text-transparent",
          )}
        >
          <Check size={16} strokeWidth={2.5} />
        </span>
        <LogoTile code={codeOf(item)} name={item.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[15px] font-semibold">{first}</span>
          <span className="num block truncate text-caption text-ink-2">
            {[second, item.exchange].filter(Boolean).join(" · ")}
          </span>
        </span>
      </label>
    </li>
  );
}
