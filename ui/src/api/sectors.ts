import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import type { Listing } from "./market";
import type { Wire } from "./wire";

/** The markets whose industries can be compared: each has one currency. */
export const sectorMarkets = ["UsStock", "HK", "Crypto"] as const;
export type SectorMarket = (typeof sectorMarkets)[number];

/** One of an industry's most traded instruments. */
export interface SectorStock extends Listing {
  name: string;
  changePercent: string;
  /** The value of the day's volume at the present price. */
  turnover: string;
}

/** An industry of a market; for coins, a class. */
export interface Sector {
  key: string;
  name: string;
  turnover: string;
  /** The mean change, weighted by turnover; null if nothing was traded. */
  changePercent: string | null;
  risen: number;
  fallen: number;
  unchanged: number;
  /** The most traded first. */
  stocks: SectorStock[];
}

export interface Sectors {
  currency: string;
  sectors: Sector[];
}

const decodeSectors = ({ market, currency, sectors }: Wire["Sectors"]): Sectors => ({
  currency,
  sectors: sectors.map((sector) => ({
    key: sector.classify,
    name: sector.name,
    turnover: sector.turnover,
    changePercent: sector.change_ratio ?? null,
    risen: sector.risen,
    fallen: sector.fallen,
    unchanged: sector.unchanged,
    stocks: sector.stocks.map((stock) => ({
      symbol: stock.stock_code,
      market,
      name: stock.name,
      changePercent: stock.change_ratio,
      turnover: stock.turnover,
    })),
  })),
});

/** The server calculates them once a second; open screens refetch this often. */
const AGAIN_AFTER_MS = 5_000;

export const sectorsOf = (market: SectorMarket) =>
  queryOptions({
    queryKey: [...families.market, "sectors", market],
    queryFn: ({ signal }) =>
      reply(api.GET("/market/sectors", { params: { query: { market } }, signal })).then(
        decodeSectors,
      ),
    refetchInterval: AGAIN_AFTER_MS,
  });
