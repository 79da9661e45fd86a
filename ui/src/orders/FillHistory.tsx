import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { MoreButton, SectionTitle } from "@/ui";
import { FillList } from "./FillList";
import { fillsOf } from "./queries";

/** The fills of one instrument, newest first. */
export function FillHistory({ listing }: { listing: Listing }) {
  const { t } = useTranslation("orders");
  const query = useInfiniteQuery(fillsOf(listing));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return null;
  return (
    <>
      <SectionTitle>{t("order.fills")}</SectionTitle>
      <FillList fills={rows} />
      <MoreButton query={query} />
    </>
  );
}
