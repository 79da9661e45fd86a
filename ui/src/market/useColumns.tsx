import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { formatPriceOf, priceLook, titleOf } from "@/products";
import { useQuote } from "@/push/quotes";
import { type Column, formatCompact, PriceText, SignedText } from "@/ui";
import type { Wanted } from "./lists";
import PriceMark from "./PriceMark";
import { partName, partsLabel } from "./partName";
import { newestQuote } from "./ranking";
import { strengthText, trendText, volatilityText } from "./readingTexts";

type Row = ListedInstrument;

function useRowQuote(row: Row) {
  return useQuote(row) ?? row.quote;
}

/** The parts of a row that ticks draw again. */
function Price({ row, of }: { row: Row; of: "last" | "bid" | "ask" }) {
  const live = useRowQuote(row);
  const price = live[of];
  return (
    <span className={live.stale ? "grayscale" : undefined}>
      <PriceText value={price} {...priceLook(row, price)} />
    </span>
  );
}

function Change({ row }: { row: Row }) {
  const { change, last } = useRowQuote(row);
  return <SignedText value={change} decimals={priceLook(row, last).decimals} />;
}

const Percent = ({ row }: { row: Row }) => {
  const { changePercent, change } = useRowQuote(row);
  return <SignedText value={changePercent} gain={change} percent className="font-semibold" />;
};
const Bound = ({ row, of }: { row: Row; of: "high" | "low" }) =>
  formatPriceOf(row, useRowQuote(row)[of]);

function Volume({ row }: { row: Row }) {
  const { i18n } = useTranslation();
  return formatCompact(useRowQuote(row).volume, i18n.language);
}

type Columns = readonly [Column<Row>, ...Column<Row>[]];

/** What coins alone have in their list. */
const READINGS = {
  trend: (t, row) => trendText(t, row.readings?.trend),
  strength: (_t, row) => strengthText(row.readings?.strength),
  volatility: (_t, row) => volatilityText(row.readings?.volatility),
} satisfies Record<string, (t: TFunction<"kinds">, row: Row) => string>;

/** Pairs have no volume that anybody knows; what they can be dealt at stands in its place. */
export function useColumns(assets: Wanted["assets"]): Columns {
  const { t } = useTranslation("market");
  const { t: kinds, i18n } = useTranslation("kinds");
  return useMemo(() => {
    const isPairs = assets === "forex";
    const isStocks = /Stock$/.test(assets);
    // Of all but stocks the server says the class, by a word of its own.
    const industry = (row: Row) =>
      isStocks ? row.industry : partName(kinds, row.industry, assets);
    const reading = (key: keyof typeof READINGS): Column<Row> => ({
      key,
      title: kinds(`readings.${key}`),
      figure: key !== "trend",
      room: key === "trend" ? 760 : 1000,
      sort:
        key === "trend"
          ? { by: "word", value: (row) => READINGS.trend(kinds, row) }
          : { by: "figure", value: ({ readings }) => readings?.[key] ?? null },
      cell: (row) => <span className="whitespace-nowrap">{READINGS[key](kinds, row)}</span>,
    });
    const lastDay: Column<Row> = {
      key: "lastDay",
      title: kinds("future.lastTradeDay"),
      figure: true,
      room: 760,
      sort: { by: "word", value: ({ future }) => future?.lastTradeDay ?? "" },
      cell: ({ future }) => future?.lastTradeDay,
    };
    const openInterest: Column<Row> = {
      key: "openInterest",
      title: kinds("future.openInterest"),
      figure: true,
      room: 500,
      sort: { by: "figure", value: ({ future }) => future?.openInterest ?? null },
      cell: ({ future }) => formatCompact(future?.openInterest, i18n.language),
    };
    const turnover: Column<Row> = {
      key: "turnover",
      title: kinds("table.turnover"),
      figure: true,
      room: 500,
      sort: { by: "figure", value: (row) => row.turnover },
      cell: (row) => formatCompact(row.turnover, i18n.language),
    };
    const side = (key: "bid" | "ask"): Column<Row> => ({
      key,
      title: t(`quote.${key}`),
      figure: true,
      sort: { by: "figure", value: (row) => newestQuote(row)[key] },
      cell: (row) => <Price row={row} of={key} />,
    });
    const bound = (key: "high" | "low"): Column<Row> => ({
      key,
      title: t(`quote.${key}`),
      figure: true,
      room: assets === "index" ? 500 : 760,
      sort: { by: "figure", value: (row) => newestQuote(row)[key] },
      cell: (row) => <Bound row={row} of={key} />,
    });
    const volume: Column<Row> = {
      key: "volume",
      title: kinds("table.volume"),
      figure: true,
      sort: { by: "figure", value: (row) => newestQuote(row).volume },
      cell: (row) => <Volume row={row} />,
    };
    return [
      {
        key: "name",
        title: kinds("table.name"),
        sort: { by: "word", value: (row) => titleOf(row).first },
        cell: (row) => {
          const { first, second } = titleOf(row);
          return (
            <>
              <span className="block truncate leading-tight">{first}</span>{" "}
              <span className="num block truncate text-caption leading-tight font-normal text-ink-2">
                <PriceMark instrument={row} />
                {second}
              </span>
            </>
          );
        },
      },
      {
        key: "industry",
        title: isStocks ? kinds("table.industry") : partsLabel(kinds, assets),
        room: assets === "crypto" ? 1000 : 760,
        sort: { by: "word", value: industry },
        cell: (row) => <span className="text-ink-2">{industry(row)}</span>,
      },
      {
        key: "price",
        // All of a list of stocks are in one currency.
        title: kinds(assets === "hkStock" ? "table.priceHkd" : "table.price"),
        figure: true,
        sort: { by: "figure", value: (row) => newestQuote(row).last },
        cell: (row) => <Price row={row} of="last" />,
      },
      {
        key: "change",
        title: kinds("table.change"),
        figure: true,
        // Coins stand in the narrow pane beside a book too.
        room: isPairs ? 760 : assets === "crypto" ? 500 : undefined,
        sort: { by: "figure", value: (row) => newestQuote(row).change },
        cell: (row) => <Change row={row} />,
      },
      {
        key: "changePercent",
        title: kinds("table.changePercent"),
        figure: true,
        sort: { by: "figure", value: (row) => newestQuote(row).changePercent },
        cell: (row) => <Percent row={row} />,
      },
      ...{
        usStock: [volume, turnover, bound("high"), bound("low")],
        hkStock: [volume, turnover, bound("high"), bound("low")],
        index: [bound("high"), bound("low")],
        forex: [side("bid"), side("ask"), bound("high"), bound("low")],
        future: [volume, openInterest, lastDay],
        agricultural: [volume, openInterest, lastDay],
        crypto: [
          { ...volume, room: 500 as const },
          ...[turnover, bound("high"), bound("low")],
          ...[reading("trend"), reading("strength"), reading("volatility")],
        ],
      }[assets],
    ] as const;
  }, [t, kinds, i18n.language, assets]);
}
