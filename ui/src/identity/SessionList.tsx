import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { UserSession } from "@/api/identity";
import { Card, ListRow, QueryList, SectionTitle, SkeletonRows } from "@/ui";
import { formatDay, formatTime } from "@/ui/time";
import { deviceName } from "./deviceName";
import { EndSessionsSheet } from "./EndSessionsSheet";
import { sessions, type Which } from "./sessions";

function SessionRow({ session, onEnd }: { session: UserSession; onEnd: (device: string) => void }) {
  const { t, i18n } = useTranslation("identity");
  const device = deviceName(session.device) ?? t("sessions.unknownDevice");
  const time = session.current
    ? t("sessions.until", { day: formatDay(session.endsAt, i18n.language) })
    : formatTime(session.lastSeenAt, i18n.language);
  return (
    <ListRow
      start={<MonitorSmartphone size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />}
      title={<span className="break-words">{device}</span>}
      subtitle={`${session.address} · ${time}`}
      end={
        session.current ? (
          <span className="text-small text-ink-2">{t("sessions.current")}</span>
        ) : (
          <button
            type="button"
            onClick={() => onEnd(device)}
            className="-mr-2 min-h-11 rounded-control px-2 text-small font-semibold"
          >
            {t("sessions.end")}
            <span className="sr-only"> {device}</span>
          </button>
        )
      }
    />
  );
}

/** The customer's sessions; any other device can be logged out. */
export function SessionList() {
  const { t } = useTranslation("identity");
  const query = useQuery(sessions);
  const [asked, setAsked] = useState<{ which: Which; title: string } | null>(null);
  const others = query.data?.some((session) => !session.current);
  return (
    <section>
      <SectionTitle
        end={
          others ? (
            <button
              type="button"
              onClick={() => setAsked({ which: { all: true }, title: t("sessions.endOthers") })}
              className="-m-2 p-2"
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
          {(list) =>
            list.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={(device) => setAsked({ which: { id: session.id }, title: device })}
              />
            ))
          }
        </QueryList>
      </Card>
      <EndSessionsSheet
        which={asked?.which ?? null}
        title={asked?.title ?? t("sessions.endOthers")}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}
