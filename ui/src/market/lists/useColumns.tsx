import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import type { Wanted } from "@/choices/lists";
import { formatPriceOf, priceLook, titleOf } from "@/products";
import { rowTitleOf } from "@/products/rowTitle";
import { useQuote } from "@/push/quotes";
import { type Column, classes, type Figure, formatCompact, PriceText, SignedText } from "@/ui";
import { formatShortDate } from "@/ui/time";
import PriceMark from "./PriceMark";
import { industryName, partName, partsLabel } from "./partName";
import { newestQuote } from "./ranking";
import { strengthText, trendText, volatilityText } from "./readingTexts";

type Row = ListedInstrument;

function useRowQuote(row: Row) {
  return useQuote(row) ?? row.quote;
}

/** The cells that are redrawn with each tick. */
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
type Room = Column<Row>["room"];

/** A column of figures, sortable by its values. */
const figures = (
  key: string,
  title: string,
  value: (row: Row) => Figure,
  cell: Column<Row>["cell"],
  room?: Room,
): Column<Row> => ({ key, title, figure: true, room, sort: { by: "figure", value }, cell });

/** A column of live figures, sorted by their newest values. */
const quoted = (
  of: "last" | "change" | "changePercent" | "bid" | "ask" | "high" | "low" | "volume",
  title: string,
  cell: Column<Row>["cell"],
  room?: Room,
) => figures(of, title, (row) => newestQuote(row)[of], cell, room);

/**
 * The table widths at which columns are shown: pairs have both sides of a price, coins their readings, and contracts
 * their open interest and long names.
 */
function roomOf(assets: Wanted["assets"]) {
  const isCoins = assets === "crypto";
  const isFutures = assets === "future" || assets === "agricultural";
  return {
    industry: isCoins ? 1000 : 760,
    change: isCoins || isFutures || assets === "forex" ? 760 : undefined,
    bounds: isCoins ? 1000 : assets === "index" ? 500 : 760,
    volume: isCoins ? 760 : undefined,
  } satisfies Record<string, Room>;
}

/** The columns of a list. The volume of pairs is unknown; bid and ask replace it. */
export function useColumns(assets: Wanted["assets"]): Columns {
  const { t } = useTranslation("market");
  const { t: kinds, i18n } = useTranslation("kinds");
  const { language } = i18n;
  return useMemo(() => {
    const isStocks = /Stock$/.test(assets);
    const room = roomOf(assets);
    // Stocks have an industry, all else a class, in words of the server's own; if all have one class, the exchange is
    // shown instead.
    const industryOf = (row: Row) => {
      if (isStocks) return industryName(kinds, row.industry);
      return assets === "agricultural" ? row.exchange : partName(kinds, row.industry, assets);
    };
    const name: Column<Row> = {
      key: "name",
      title: kinds("table.name"),
      sort: { by: "word", value: (row) => titleOf(row).first },
      cell: (row) => {
        const { first, second } = rowTitleOf(row);
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
    };
    const industry: Column<Row> = {
      key: "industry",
      title: isStocks ? kinds("table.industry") : partsLabel(kinds, assets),
      room: room.industry,
      sort: { by: "word", value: industryOf },
      // Industries are long: one fits in two small lines beside a name over its code. A Chinese one stays in one line.
      cell: (row) => (
        <span
          className={classes(
            "block text-ink-2",
            isStocks ? "text-caption leading-tight break-keep" : "whitespace-nowrap",
          )}
        >
          {industryOf(row)}
        </span>
      ),
    };
    const side = (of: "bid" | "ask") =>
      quoted(of, t(`quote.${of}`), (row) => <Price row={row} of={of} />);
    const bounds = (["high", "low"] as const).map((of) =>
      quoted(of, t(`quote.${of}`), (row) => <Bound row={row} of={of} />, room.bounds),
    );
    const volume = quoted(
      "volume",
      kinds("table.volume"),
      (row) => <Volume row={row} />,
      room.volume,
    );
    const turnover = figures(
      "turnover",
      kinds("table.turnover"),
      (row) => row.turnover,
      (row) => formatCompact(row.turnover, language),
      500,
    );
    const openInterest = figures(
      "openInterest",
      kinds("future.openInterest"),
      ({ future }) => future?.openInterest,
      ({ future }) => formatCompact(future?.openInterest, language),
      500,
    );
    const lastDay: Column<Row> = {
      key: "lastDay",
      title: kinds("future.lastTradeDay"),
      figure: true,
      room: 760,
      sort: { by: "word", value: ({ future }) => future?.lastTradeDay ?? "" },
      cell: ({ future }) => future && formatShortDate(future.lastTradeDay, language),
    };
    const trend: Column<Row> = {
      key: "trend",
      title: kinds("readings.trend"),
      room: 760,
      sort: { by: "word", value: ({ readings }) => trendText(kinds, readings?.trend) },
      cell: ({ readings }) => (
        <span className="whitespace-nowrap">{trendText(kinds, readings?.trend)}</span>
      ),
    };
    // The columns only of coins, before the common ones.
    const readings = [
      figures(
        "strength",
        kinds("readings.strength"),
        (row) => row.readings?.strength,
        (row) => strengthText(row.readings?.strength),
        500,
      ),
      figures(
        "volatility",
        kinds("readings.volatility"),
        (row) => row.readings?.volatility,
        (row) => volatilityText(row.readings?.volatility),
        500,
      ),
      trend,
    ];
    return [
      name,
      industry,
      // All stocks of a list have one currency.
      quoted("last", kinds(assets === "hkStock" ? "table.priceHkd" : "table.price"), (row) => (
        <Price row={row} of="last" />
      )),
      quoted("change", kinds("table.change"), (row) => <Change row={row} />, room.change),
      quoted("changePercent", kinds("table.changePercent"), (row) => <Percent row={row} />),
      ...{
        usStock: [volume, turnover, ...bounds],
        hkStock: [volume, turnover, ...bounds],
        index: bounds,
        forex: [side("bid"), side("ask"), ...bounds],
        future: [volume, openInterest, lastDay],
        agricultural: [volume, openInterest, lastDay],
        crypto: [volume, turnover, ...bounds, ...readings],
      }[assets],
    ];
  }, [t, kinds, language, assets]);
}
