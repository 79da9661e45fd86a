import { useInfiniteQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useContext, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { useNavigation } from "@/navigation";
import { formatPriceOf, priceLook, quoteAddress, titleOf } from "@/products";
import { useQuote } from "@/push/quotes";
import {
  type Column,
  ColumnTable,
  EmptyState,
  formatCompact,
  NextPageError,
  PriceText,
  QueryList,
  SignedText,
  SkeletonRows,
  useNextPage,
} from "@/ui";
import { ChosenContext } from "./chosen";
import { instrumentList } from "./listQueries";
import type { Part, Wanted } from "./lists";
import { partName } from "./partName";

type Row = ListedInstrument;

function useLive(row: Row) {
  return useQuote(row) ?? row.quote;
}

/** The parts of a row that ticks draw again. */
function Price({ row, of }: { row: Row; of: "last" | "bid" | "ask" }) {
  const price = useLive(row)[of];
  return <PriceText value={price} {...priceLook(row, price)} />;
}

function Change({ row }: { row: Row }) {
  const { change, last } = useLive(row);
  return <SignedText value={change} decimals={priceLook(row, last).decimals} />;
}

const Percent = ({ row }: { row: Row }) => {
  const { changePercent, change } = useLive(row);
  return <SignedText value={changePercent} gain={change} percent className="font-semibold" />;
};
const Bound = ({ row, of }: { row: Row; of: "high" | "low" }) =>
  formatPriceOf(row, useLive(row)[of]);

function Volume({ row }: { row: Row }) {
  const { i18n } = useTranslation();
  return formatCompact(useLive(row).volume, i18n.language);
}

type Columns = readonly [Column<Row>, ...Column<Row>[]];

/** Pairs have no volume that anybody knows; what they can be dealt at stands in its place. */
function useColumns(assets: Wanted["assets"]): Columns {
  const { t } = useTranslation("market");
  return useMemo(() => {
    const [isPairs, isForeign] = [assets === "forex", assets !== "usStock"];
    // Of a pair the server says its class, by a word of its own.
    const industry = (row: Row) =>
      isPairs ? partName(t, row.industry as Part, assets) : row.industry;
    const side = (key: "bid" | "ask"): Column<Row> => ({
      key,
      title: t(`quote.${key}`),
      figure: true,
      sort: { by: "figure", value: ({ quote }) => quote[key] },
      cell: (row) => <Price row={row} of={key} />,
    });
    const bound = (key: "high" | "low"): Column<Row> => ({
      key,
      title: t(`quote.${key}`),
      figure: true,
      room: isPairs ? 760 : 500,
      sort: { by: "figure", value: ({ quote }) => quote[key] },
      cell: (row) => <Bound row={row} of={key} />,
    });
    const volume: Column<Row> = {
      key: "volume",
      title: t("table.volume"),
      figure: true,
      sort: { by: "figure", value: ({ quote }) => quote.volume },
      cell: (row) => <Volume row={row} />,
    };
    return [
      {
        key: "name",
        title: t("table.name"),
        sort: { by: "word", value: (row) => titleOf(row).first },
        cell: (row) => {
          const { first, second } = titleOf(row);
          return (
            <>
              <span className="block truncate leading-tight">{first}</span>{" "}
              <span className="num block truncate text-caption leading-tight font-normal text-ink-2">
                {second}
              </span>
            </>
          );
        },
      },
      {
        key: "industry",
        title: isPairs ? t("pairs.label") : t("table.industry"),
        room: 760,
        sort: { by: "word", value: industry },
        cell: (row) => <span className="text-ink-2">{industry(row)}</span>,
      },
      {
        key: "price",
        title: t("table.price"),
        figure: true,
        sort: { by: "figure", value: ({ quote }) => quote.last },
        cell: (row) => (
          <>
            {isForeign && !isPairs ? (
              <span className="text-caption text-ink-2">{row.currency} </span>
            ) : null}
            <Price row={row} of="last" />
          </>
        ),
      },
      {
        key: "change",
        title: t("table.change"),
        figure: true,
        room: isPairs ? 760 : undefined,
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
      ...(isPairs ? [side("bid"), side("ask")] : [volume]),
      bound("high"),
      bound("low"),
    ] as const;
  }, [t, assets]);
}

/** What a list is called: its order, and its part where that is not all. */
export function useListTitle({ assets, type, part }: Wanted): string {
  const { t } = useTranslation("market");
  const order = t(`list.${type}`);
  const named = assets === "usStock" ? order : `${t(`class.${assets}`)} · ${order}`;
  return part ? `${named} · ${partName(t, part, assets)}` : named;
}

/** A whole list at once in a workspace, which any column orders. */
export function ListTable({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation("market");
  const { open } = useNavigation();
  const chosen = useContext(ChosenContext);
  const query = useInfiniteQuery(instrumentList(wanted));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { fetchNextPage } = query;
  const { refused, canReadOn } = useNextPage(query);
  // A column can order only what has been read.
  useEffect(() => {
    if (canReadOn) void fetchNextPage();
  }, [canReadOn, fetchNextPage]);
  const { assets, type, part } = wanted;
  return (
    <>
      <ColumnTable
        key={`${assets} ${type} ${part}`}
        label={useListTitle(wanted)}
        columns={useColumns(assets)}
        rows={rows}
        rowKey={({ symbol, market }) => `${market} ${symbol}`}
        openKey={chosen ? `${chosen.market} ${chosen.code}` : undefined}
        onOpen={(row) => open(quoteAddress(row))}
        className="min-h-0 flex-1"
      >
        <QueryList
          query={query}
          skeleton={<SkeletonRows rows={10} />}
          empty={<EmptyState icon={ChartNoAxesColumn} text={t("list.empty")} />}
          more={null}
        >
          {() => null}
        </QueryList>
      </ColumnTable>
      {refused ? <NextPageError query={query} /> : null}
    </>
  );
}
