import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { useNavigation } from "@/navigation";
import { quoteAddress } from "@/products";
import { ColumnTable } from "@/ui";
import { firstsOf, useChosen } from "./chosen";
import { useColumns } from "./useColumns";

/** What is traded most, in a workspace: the column that ranks it says so. */
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
