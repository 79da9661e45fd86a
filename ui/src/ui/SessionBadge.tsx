import { useTranslation } from "react-i18next";
import { classes } from "./classes";

/** What an exchange does now, in the words of the server. */
export type Session = "pre" | "regular" | "lunch" | "after" | "closed";

/** A full mark while one can trade as usual, a half one outside the usual hours, a ring in a break, else a grey one. */
const MARKS: Record<Session, string> = {
  pre: "border-info bg-linear-to-r from-info from-50% to-transparent to-50%",
  regular: "border-success bg-success",
  lunch: "border-caution",
  after: "border-info bg-linear-to-l from-info from-50% to-transparent to-50%",
  closed: "border-ink-3 bg-ink-3",
};

interface SessionBadgeProps {
  session: Session;
  /** Says it otherwise than by the session's word, as where trading never ends. */
  label?: string;
  /** How long until that changes, as a text: "closes in 2:14". */
  countdown?: string;
  /** The prices are old, so an open session is of no use now. */
  stale?: boolean;
  className?: string;
}

/** Whether one can trade: a mark whose form tells it without its colour, the word, and how long it lasts. */
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
