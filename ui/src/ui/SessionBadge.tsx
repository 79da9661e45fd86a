import { useTranslation } from "react-i18next";
import { classes } from "./classes";

/** The trading session of an exchange, in the words of the server. */
export type Session = "pre" | "regular" | "lunch" | "after" | "closed";

/** A full mark in regular hours, a half one outside them, a ring in a break, else a grey one. */
const MARKS: Record<Session, string> = {
  pre: "border-info bg-linear-to-r from-info from-50% to-transparent to-50%",
  regular: "border-success bg-success",
  lunch: "border-caution",
  after: "border-info bg-linear-to-l from-info from-50% to-transparent to-50%",
  closed: "border-ink-3 bg-ink-3",
};

interface SessionBadgeProps {
  session: Session;
  /** Replaces the session's word, for example if trading never ends. */
  label?: string;
  /** Time until the session changes, as text: "closes in 2:14". */
  countdown?: string;
  /** True if prices are stale, so that an open session cannot be used. */
  stale?: boolean;
  className?: string;
}

/** The trading session: a mark whose shape tells it without its colour, its name, and the time left. */
export function SessionBadge(props: SessionBadgeProps) {
  const { session, label, countdown, stale = false, className } = props;
  const { t } = useTranslation();
  return (
    <span
      className={classes("num inline-flex items-center gap-1.5 text-caption text-ink-2", className)}
    >
      <span
        aria-hidden
        className={classes(
          "size-2 shrink-0 rounded-full border",
          MARKS[stale ? "closed" : session],
        )}
      />
      <span>
        {label ?? t(`session.${session}`)}
        {countdown ? ` · ${countdown}` : null}
      </span>
    </span>
  );
}
