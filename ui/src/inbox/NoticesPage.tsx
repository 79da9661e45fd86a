import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Bell, CheckCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card, EmptyState, IconButton, Page, QueryList, SkeletonRows, TopBar } from "@/ui";
import { byDay } from "@/ui/days";
import { NoticeRow } from "./NoticeRow";
import { inbox, useMarkRead } from "./queries";
import { unreadCount } from "./unread";

/** Marks all notices as read; shown while any is unread. */
function MarkAll() {
  const { t } = useTranslation("inbox");
  const { data: unread = 0 } = useQuery(unreadCount);
  const { mutate, isPending } = useMarkRead({ quiet: false });
  if (unread === 0) return null;
  return (
    <IconButton label={t("markAll")} disabled={isPending} onClick={() => mutate(null)}>
      <CheckCheck size={24} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

function Notices({ query }: { query: ReturnType<typeof useInbox> }) {
  const { t, i18n } = useTranslation("inbox");
  return (
    <QueryList
      query={query}
      skeleton={<SkeletonRows rows={8} />}
      empty={<EmptyState icon={Bell} text={t("empty")} />}
    >
      {(rows) =>
        byDay(rows, ({ toldAt }) => toldAt, i18n.language).map(({ day, rows: told }) => (
          <section key={day}>
            <h2 className="mt-4 mb-1.5 text-small font-semibold text-ink-2">{day}</h2>
            <Card className="overflow-hidden py-0">
              {told.map((notice) => (
                <NoticeRow key={notice.id} notice={notice} />
              ))}
            </Card>
          </section>
        ))
      }
    </QueryList>
  );
}

const useInbox = () => useInfiniteQuery(inbox);

/** The notices to the customer, day by day, the latest first. */
export default function NoticesPage() {
  const query = useInbox();
  return (
    <Page top={<TopBar end={<MarkAll />} />} onRefresh={() => query.refetch()}>
      <Notices query={query} />
    </Page>
  );
}
