import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

type Tone = "info" | "success" | "caution" | "danger";

const TONES: Record<Tone, [look: string, icon: LucideIcon]> = {
  info: ["bg-info-soft text-info", Info],
  success: ["bg-success-soft text-success", CircleCheck],
  caution: ["bg-caution-soft text-caution", TriangleAlert],
  danger: ["bg-danger-soft text-danger", OctagonAlert],
};

interface NoticeProps {
  /** The meaning for the customer: information, success, caution or error. */
  tone?: Tone;
  icon?: LucideIcon;
  title?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Something that the customer should know before they go on. */
export function Notice({ tone = "info", icon, title, children, className }: NoticeProps) {
  const [look, usual] = TONES[tone];
  const Icon = icon ?? usual;
  return (
    <div className={classes("flex gap-3 rounded-control px-3.5 py-3 text-small", look, className)}>
      <Icon size={18} className="mt-px shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 break-words text-pretty">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
