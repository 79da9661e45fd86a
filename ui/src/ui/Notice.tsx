import { Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

interface NoticeProps {
  icon?: LucideIcon;
  title?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Something that the customer should know before they go on. */
export function Notice({ icon: Icon = Info, title, children, className }: NoticeProps) {
  return (
    <div
      className={classes(
        "flex gap-3 rounded-control bg-brass-soft px-3.5 py-3 text-small text-brass-text",
        className,
      )}
    >
      <Icon size={18} className="mt-px shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 break-words">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
