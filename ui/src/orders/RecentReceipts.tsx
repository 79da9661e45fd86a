import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { QueryList, SectionTitle, SkeletonRows } from "@/ui";
import { useSaidAbove } from "@/ui/useSaidAbove";
import { FillList } from "./FillList";
import { recentFills, workingOrders } from "./queries";

/** The latest fills of all instruments. Empty before the first. */
export function RecentReceipts() {
  const { t } = useTranslation("orders");
  const section = (list: ReactNode) => (
    <section>
      <SectionTitle>{t("fill.recent")}</SectionTitle>
      {list}
    </section>
  );
  const query = useQuery(recentFills);
  if (useSaidAbove(workingOrders, recentFills)) return null;
  return (
    <QueryList query={query} skeleton={section(<SkeletonRows rows={3} />)}>
      {(fills) => section(<FillList fills={fills} named />)}
    </QueryList>
  );
}
