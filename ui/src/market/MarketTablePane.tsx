import { useInfiniteQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useContext, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { useNavigation } from "@/navigation";
import { useQuote } from "@/push/quotes";
import type { ListQuery } from "@/screenQueries";
import {
  ChangePill,
  type Column,
  ColumnTable,
  EmptyState,
  ErrorState,
  formatCompact,
  NextPageError,
  Page,
  PriceText,
  SignedText,
  SkeletonRows,
  TopBar,
  useNextPage,
} from "@/ui";
import { ChosenContext } from "./chosen";
import { quoteAddress } from "./InstrumentRow";
import { instrumentList } from "./queries";
import { useFilters } from "./useFilters";

type Row = ListedInstrument;

function useLive(row: Row) {
  return useQuote(row) ?? row.quote;
}

/** The parts of a row that ticks draw again. */
const Price = ({ row }: { row: Row }) => <PriceText value={useLive(row).last} />;
const Change = ({ row }: { row: Row }) => <SignedText value={useLive(row).change} />;
const Percent = ({ row }: { row: Row }) => <ChangePill percent={useLive(row).changePercent} />;

function Volume({ row }: { row: Row }) {
  const { i18n } = useTranslation();
  return formatCompact(useLive(row).volume, i18n.language);
}

function useColumns(): readonly [Column<Row>, ...Column<Row>[]] {
  const { t } = useTranslation("market");
  return useMemo(
    () => [
      {
        key: "name",
        title: t("table.name"),
        sort: { by: "word", value: ({ name }) => name },
        cell: ({ name, symbol }) => (
          <span className="block max-w-[260px] truncate">
            {name} <span className="num text-caption font-normal text-ink-2">{symbol}</span>
          </span>
        ),
      },
      {
        key: "industry",
        title: t("table.industry"),
        spare: true,
        sort: { by: "word", value: ({ industry }) => industry },
        cell: ({ industry }) => <span className="text-ink-2">{industry}</span>,
      },
      {
        key: "price",
        title: t("table.price"),
        figure: true,
        sort: { by: "figure", value: ({ quote }) => quote.last },
        cell: (row) => <Price row={row} />,
      },
      {
        key: "change",
        title: t("table.change"),
        figure: true,
        spare: true,
        sort: { by: "figure", value: ({ quote }) => quote.change },
        cell: (row) => <Change row={row} />,
      },
      {
        key: "changePercent",
        title: t("table.changePercent"),
        figure: true,
        sort: { by: "figure", value: ({ quote }) => quote.changePercent },
        cell: (row) => <Percent row={row} />,
      },
      {
        key: "volume",
        title: t("table.volume"),
        figure: true,
        sort: { by: "figure", value: ({ quote }) => quote.volume },
        cell: (row) => <Volume row={row} />,
      },
    ],
    [t],
  );
}

/** Of the Markets tab in a workspace: the whole list at once, which any column orders. */
export default function MarketTablePane(asked: ListQuery) {
  const { t } = useTranslation(["market", "common"]);
  const { open } = useNavigation();
  const chosen = useContext(ChosenContext);
  const { type, exchange } = useFilters(asked);
  const query = useInfiniteQuery(instrumentList(type, exchange));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { fetchNextPage } = query;
  const { refused, canReadOn } = useNextPage(query);
  // A column can order only what has been read.
  useEffect(() => {
    if (canReadOn) void fetchNextPage();
  }, [canReadOn, fetchNextPage]);
  const title = exchange ? `${t(`market:list.${type}`)} · ${exchange}` : t(`market:list.${type}`);
  return (
    <Page top={<TopBar title={title} />} className="flex flex-col overflow-hidden">
      <ColumnTable
        key={`${type} ${exchange}`}
        label={title}
        columns={useColumns()}
        rows={rows}
        rowKey={({ symbol, market }) => `${market} ${symbol}`}
        openKey={chosen ? `${chosen.market} ${chosen.code}` : undefined}
        onOpen={(row) => open(quoteAddress(row))}
        className="min-h-0 flex-1"
      >
        {query.isPending ? <SkeletonRows rows={10} /> : null}
        {query.isError && !query.data ? (
          <ErrorState error={query.error} retry={query.refetch} />
        ) : null}
        {query.data && rows.length === 0 ? (
          <EmptyState icon={ChartNoAxesColumn} text={t("market:list.empty")} />
        ) : null}
      </ColumnTable>
      {refused ? <NextPageError query={query} /> : null}
    </Page>
  );
}
