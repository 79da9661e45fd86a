import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { MoreButton, SectionTitle } from "@/ui";
import { FillList } from "./FillList";

import { fillsOf } from "./queries";
import { useOrderStream } from "./useOrderStream";

/** What was bought and sold of one stock, newest first. */
export function FillsOfStock({ code, market }: { code: string; market: string }) {
  const { t } = useTranslation("orders");
  useOrderStream();
  const query = useInfiniteQuery(fillsOf(code, market));
  const rows = query.data?.pages.flatMap((page) => page.list) ?? [];
  if (rows.length === 0) return null;
  return (
    <>
      <SectionTitle>{t("order.fills")}</SectionTitle>
      <FillList fills={rows} />
      <MoreButton query={query} />
    </>
  );
}
