import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/ui/Link";
import { classes } from "./classes";

interface ListRowProps {
  /** An icon or a tile at the start. */
  start?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  /** A figure or a status at the end. */
  end?: ReactNode;
  /** The address that the row opens; a chevron marks it. */
  href?: string;
  onClick?: () => void;
  /** Accessible name, for a title that does not say what a press does. */
  label?: string;
}

/** A row of a menu or a list, 60 px high with a subtitle and 52 px without. */
export function ListRow({ start, title, subtitle, end, href, onClick, label }: ListRowProps) {
  const look = classes(
    "flex w-full items-center gap-3 border-b border-line py-2 text-left last:border-0",
    subtitle ? "min-h-15" : "min-h-13",
  );
  const content = (
    <>
      {start}
      <span className="min-w-[30%] flex-1">
        <span className="block">{title}</span>
        {subtitle ? <span className="block text-caption text-ink-2">{subtitle}</span> : null}
      </span>
      {end !== undefined ? <span className="num min-w-min text-right">{end}</span> : null}
      {href || onClick ? (
        <ChevronRight size={16} className="shrink-0 text-ink-3" aria-hidden />
      ) : null}
    </>
  );
  if (href) {
    return (
      <Link to={href} data-row aria-label={label} className={look}>
        {content}
      </Link>
    );
  }
  if (onClick) {
    return (
      <button type="button" data-row aria-label={label} onClick={onClick} className={look}>
        {content}
      </button>
    );
  }
  return <div className={look}>{content}</div>;
}
