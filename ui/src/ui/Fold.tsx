import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classes } from "./classes";

interface FoldProps {
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Classes of the title's line. */
  className?: string;
  children: ReactNode;
}

/** Rarely needed content under a line that unfolds it. It stays in the page while folded. */
export function Fold({ title, isOpen, onToggle, className, children }: FoldProps) {
  const id = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className={classes(
          "flex min-h-12 w-full items-center justify-between gap-3 text-left text-note font-semibold",
          className,
        )}
      >
        {title}
        <ChevronDown
          size={18}
          aria-hidden
          className={classes(
            "shrink-0 text-ink-2 transition-transform duration-150",
            isOpen && "rotate-180",
          )}
        />
      </button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
