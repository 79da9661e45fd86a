import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/ui/Link";
import { classes } from "./classes";

export interface Tab {
  href: string;
  label: string;
  icon: LucideIcon;
  current: boolean;
}

interface TabBarProps {
  label: string;
  tabs: Tab[];
  /** A rail of 72 px at the left of a workspace, between `head` and `foot`. */
  rail?: boolean;
  head?: ReactNode;
  foot?: ReactNode;
}

/** The bar of 50 px at the bottom, or the rail of a wide window. A tab replaces the entry in the history. */
export function TabBar({ label, tabs, rail = false, head, foot }: TabBarProps) {
  return (
    <nav
      aria-label={label}
      className={classes(
        "shrink-0 border-line bg-surface",
        rail ? "pt-safe flex flex-col items-center border-r" : "pb-safe border-t",
      )}
    >
      {head}
      <div
        className={
          rail
            ? "grid w-full auto-rows-[60px] grid-cols-1"
            : "grid h-(--tab-bar-height) grid-cols-5"
        }
      >
        {tabs.map(({ href, label: name, icon: Icon, current }) => (
          <Link
            key={href}
            to={href}
            replace
            aria-current={current ? "page" : undefined}
            className={classes(
              "flex flex-col items-center justify-center gap-px text-[10px] font-medium",
              "transition-colors duration-150",
              current ? "text-ink" : "text-ink-2",
            )}
          >
            <Icon size={22} strokeWidth={current ? 2 : 1.75} aria-hidden />
            {name}
          </Link>
        ))}
      </div>
      {foot ? <div className="pb-safe mt-auto w-full">{foot}</div> : null}
    </nav>
  );
}
