import { useInfiniteQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Card, ListRow, QueryList, SectionTitle, SkeletonRows } from "@/ui";
import { formatDay } from "@/ui/time";
import { invited } from "./invited";

/** The customers who joined by invitation, with their visible data. */
export function InvitedList() {
  const { t, i18n } = useTranslation("identity");
  const query = useInfiniteQuery(invited);
  return (
    <section>
      <SectionTitle>{t("share.joinedTitle")}</SectionTitle>
      <Card className="py-1">
        <QueryList
          query={query}
          skeleton={<SkeletonRows rows={2} />}
          empty={<p className="py-3 text-note text-ink-2">{t("share.joinedNobody")}</p>}
        >
          {(customers) =>
            customers.map(({ maskedEmail, joinedAt }) => (
              <ListRow
                key={`${joinedAt} ${maskedEmail}`}
                start={<UserRound size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />}
                title={<span className="break-all">{maskedEmail}</span>}
                subtitle={formatDay(joinedAt, i18n.language)}
              />
            ))
          }
        </QueryList>
      </Card>
      <p className="mt-2 px-1 text-small text-ink-2">{t("share.joinedPrivacy")}</p>
    </section>
  );
}
