import type { LucideIcon } from "lucide-react";
import { Link } from "@/ui/Link";
import { classes } from "./classes";

export interface Tab {
  href: string;
  label: string;
  icon: LucideIcon;
  current: boolean;
}

/** The bar of 50 px at the bottom. A tab is switched to, not stacked: its link replaces. */
export function TabBar({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="pb-safe shrink-0 border-t border-line bg-surface">
      <div className="grid h-(--tab-bar-height) grid-cols-5">
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
    </nav>
  );
}
