import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { unreadCount } from "./unread";

/** Above this the number is not exact, since nobody needs it. */
const SHOWN_MAX = 99;

/** The number of unread notices, on the corner of the bell; nothing for zero. */
export default function UnreadBadge() {
  const { t } = useTranslation();
  const { data: unread = 0 } = useQuery(unreadCount);
  if (unread === 0) return null;
  return (
    <>
      <span
        aria-hidden
        className="num absolute -top-1 left-3 grid h-4 min-w-4 place-items-center rounded-full bg-info px-1 text-[10px] leading-none font-bold text-bg ring-2 ring-bg"
      >
        {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
      </span>
      <span className="sr-only">{t("messages.unread", { number: unread })}</span>
    </>
  );
}
