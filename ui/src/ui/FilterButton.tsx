import { SlidersHorizontal } from "lucide-react";
import { IconButton } from "./Button";

interface FilterButtonProps {
  /** Includes the number of set filters. */
  label: string;
  /** True if any filter is set: a dot shows it. */
  isSet: boolean;
  onClick: () => void;
}

/** Opens the sheet with a list's filters. */
export function FilterButton({ label, isSet, onClick }: FilterButtonProps) {
  return (
    <IconButton label={label} onClick={onClick}>
      <span className="relative">
        <SlidersHorizontal size={20} strokeWidth={1.75} aria-hidden />
        {isSet ? (
          <span aria-hidden className="absolute -top-1 -right-1 size-2 rounded-full bg-brass" />
        ) : null}
      </span>
    </IconButton>
  );
}
