import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { UserSession } from "@/api/identity";
import { Card, ListRow, QueryList, SectionTitle, SkeletonRows } from "@/ui";
import { formatTime } from "@/ui/time";
import { deviceName } from "./deviceName";
import { sessions, useEndSessions } from "./sessions";

function SessionRow({ session }: { session: UserSession }) {
  const { t, i18n } = useTranslation("identity");
  const end = useEndSessions();
  const device = deviceName(session.device) ?? t("sessions.unknownDevice");
  const seen = formatTime(session.lastSeenAt, i18n.language);
  return (
    <ListRow
      start={<MonitorSmartphone size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />}
      title={<span className="break-words">{device}</span>}
      subtitle={`${session.address} · ${seen}`}
      end={
        session.current ? (
          <span className="text-small text-ink-2">{t("sessions.current")}</span>
        ) : (
          <button
            type="button"
            disabled={end.isPending}
            onClick={() => end.mutate({ id: session.id })}
            className="-mr-2 min-h-11 rounded-control px-2 text-small font-semibold disabled:opacity-45"
          >
            {t("sessions.end")}
            <span className="sr-only"> {device}</span>
          </button>
        )
      }
    />
  );
}

/** Where the customer is logged in; any other device can be logged out from here. */
export function SessionList() {
  const { t } = useTranslation("identity");
  const query = useQuery(sessions);
  const end = useEndSessions();
  const others = query.data?.some((session) => !session.current);
  return (
    <section>
      <SectionTitle
        end={
          others ? (
            <button
              type="button"
              disabled={end.isPending}
              onClick={() => end.mutate({ all: true })}
              className="-m-2 p-2 disabled:opacity-45"
            >
              {t("sessions.endOthers")}
            </button>
          ) : null
        }
      >
        {t("sessions.title")}
      </SectionTitle>
      <Card className="py-1">
        <QueryList query={query} skeleton={<SkeletonRows rows={2} />}>
          {(list) => list.map((session) => <SessionRow key={session.id} session={session} />)}
        </QueryList>
      </Card>
    </section>
  );
}
