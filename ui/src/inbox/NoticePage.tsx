import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Notice } from "@/api/inbox";
import type { NoticeQuery } from "@/screenQueries";
import { Card, ErrorState, LinkButton, Page, Skeleton, TopBar } from "@/ui";
import { formatTime } from "@/ui/time";
import { listed, notice as noticeOf, useMarkRead } from "./queries";
import { addressOf, ICONS } from "./subjects";
import { useNoticeText } from "./useNoticeText";

/** Marks a notice as read when it is on the screen. */
function useReading(notice: Notice | undefined): void {
  const { mutate } = useMarkRead({ quiet: true });
  const unread = notice && !notice.isRead ? notice.id : undefined;
  useEffect(() => {
    if (unread) mutate([unread]);
  }, [unread, mutate]);
}

function NoticeCard({ notice }: { notice: Notice }) {
  const { i18n } = useTranslation("inbox");
  const Icon = ICONS[notice.subject];
  return (
    <Card>
      <span className="grid size-11 place-items-center rounded-[14px] bg-sunken text-ink-2">
        <Icon size={22} strokeWidth={1.75} aria-hidden />
      </span>
      <h2 className="mt-3 text-heading font-semibold tracking-[-0.01em]">{notice.title}</h2>
      <p className="num mt-0.5 text-small text-ink-2">{formatTime(notice.toldAt, i18n.language)}</p>
      <p className="mt-3 break-words">{useNoticeText(notice)}</p>
    </Card>
  );
}

/** One notice: its text, its time, and a link to its subject. */
export default function NoticePage({ id }: NoticeQuery) {
  const { t } = useTranslation("inbox");
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...noticeOf(id),
    placeholderData: () => listed(client, id),
  });
  useReading(data);
  const address = data ? addressOf(data) : null;
  const action =
    data && data.subject !== "other" && address ? (
      <LinkButton href={address}>{t(`open.${data.subject}`)}</LinkButton>
    ) : undefined;
  return (
    <Page top={<TopBar />} bottom={action}>
      {data ? <NoticeCard notice={data} /> : null}
      {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-48 w-full rounded-card" />}
    </Page>
  );
}
