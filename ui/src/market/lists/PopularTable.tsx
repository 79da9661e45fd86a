import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { useNavigation } from "@/navigation";
import { quoteAddress } from "@/products";
import { ColumnTable } from "@/ui";
import { firstsOf, useChosen } from "../chosen";
import { useColumns } from "./useColumns";

/** The most traded instruments, in a workspace, with a mark on the column that ranks them. */
export default function PopularTable({ rows }: { rows: ListedInstrument[] }) {
  const { t } = useTranslation("market");
  const { open } = useNavigation();
  const chosen = useChosen(firstsOf("usStock", rows));
  return (
    <ColumnTable
      label={t("popular.order")}
      columns={useColumns("usStock")}
      rows={rows}
      rowKey={({ symbol, market }) => `${market} ${symbol}`}
      initialSort={{ key: "turnover", descending: true }}
      openKey={chosen && `${chosen.market} ${chosen.code}`}
      onOpen={(row) => open(quoteAddress(row))}
      className="min-h-0 flex-1"
    />
  );
}
