import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Notice } from "@/api/inbox";
import { useLocation } from "@/history";
import { to } from "@/screens";
import { classes } from "@/ui";
import { Link } from "@/ui/Link";
import { formatClock } from "@/ui/time";
import { ICONS } from "./subjects";
import { useNoticeText } from "./useNoticeText";

/** True if the window shows the notice. Its row in the list is then scrolled into view. */
function useIsShown(address: string) {
  const { pathname, search } = useLocation();
  const row = useRef<HTMLDivElement>(null);
  const isShown = pathname + search === address;
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  return { isShown, row };
}

/** One notice of the list: its text, its time, and a mark if unread. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const { t, i18n } = useTranslation("inbox");
  const address = to("notice", { id: notice.id });
  const { isShown, row } = useIsShown(address);
  const Icon = ICONS[notice.subject];
  const text = useNoticeText(notice);
  return (
    <div ref={row} className="border-b border-line last:border-0">
      <Link
        to={address}
        // Opening the shown notice again does not stack it in the history.
        replace={isShown || undefined}
        data-row
        aria-current={isShown ? "true" : undefined}
        className={classes(
          "-mx-4 flex min-h-15 items-start gap-3 px-4 py-3 text-left",
          isShown && "bg-sunken",
        )}
      >
        <span
          className={classes(
            "relative grid size-9 shrink-0 place-items-center rounded-[11px] text-ink-2",
            isShown ? "bg-surface" : "bg-sunken",
          )}
        >
          <Icon size={18} strokeWidth={1.75} aria-hidden />
          {notice.isRead ? null : (
            <span
              aria-hidden
              className="absolute -top-1 -right-1 size-3 rounded-full bg-info ring-2 ring-surface"
            />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className={notice.isRead ? undefined : "font-semibold"}>{notice.title}</span>
            <span className="num shrink-0 text-caption text-ink-2">
              {formatClock(notice.toldAt, i18n.language)}
            </span>
          </span>
          <span className="mt-0.5 line-clamp-2 text-small text-ink-2">{text}</span>
          {notice.isRead ? null : <span className="sr-only">{t("unread")}</span>}
        </span>
      </Link>
    </div>
  );
}
