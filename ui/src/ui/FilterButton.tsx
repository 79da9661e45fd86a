import { SlidersHorizontal } from "lucide-react";
import { IconButton } from "./Button";

interface FilterButtonProps {
  /** Says also how much is set. */
  label: string;
  /** Something is: a dot shows it. */
  isSet: boolean;
  onClick: () => void;
}

/** Opens the sheet that chooses what a list shows. */
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
