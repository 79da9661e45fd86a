import type { AssetList } from "@/choices/lists";
import { type Asked, type Row, rows, type Title } from "./row.ts";

/** The quote of one instrument. */
const quote = (path: Row["path"], assets: AssetList): Asked<"quote"> => ({
  path,
  query: "quote",
  who: "anyone",
  tab: "market",
  assets,
  title: "market:quote.title",
  place: { watchlist: "main", trade: "main" },
});

/** An offer list of a market's stocks. */
const offers = (path: Row["path"], title: Title): Asked<"stockMarket"> => ({
  path,
  query: "stockMarket",
  who: "anyone",
  tab: "market",
  title,
  place: "main",
});

/** The list of one class of instruments. */
const classList = (path: Row["path"], assets: AssetList): Asked<"classList"> => ({
  path,
  query: "classList",
  who: "anyone",
  tab: "market",
  assets,
  title: `market:class.${assets}`,
  place: "main",
});

/** Quotes, lists, offer lists, and reference data about exchanges. */
export const marketScreens = rows({
  quoteStock: quote("/pages/quote/stock", "usStock"),
  quoteHongKong: quote("/pages/hkstock/quote", "hkStock"),
  quoteForex: quote("/pages/quote/forex", "forex"),
  quoteIndex: quote("/pages/quote/globalindex", "index"),
  quoteFuture: quote("/pages/quote/future", "future"),
  quoteCrypto: quote("/pages/quote/crypto", "crypto"),
  quoteAuction: quote("/pages/quote/auctionStock", "usStock"),
  auctions: offers("/pages/product/auctionStock", "offers:title.auctions"),
  blocks: offers("/pages/product/blocktrade", "offers:title.blocks"),
  newStocks: {
    path: "/pages/product/newstock",
    query: "newStocks",
    who: "anyone",
    tab: "market",
    title: "offers:title.newStocks",
    place: "main",
  },
  hongKong: classList("/pages/hkstock/index", "hkStock"),
  forex: classList("/pages/product/forex", "forex"),
  future: classList("/pages/product/future", "future"),
  agricultural: classList("/pages/product/agricultural", "agricultural"),
  crypto: classList("/pages/product/crypto", "crypto"),
  // Its book and its ticket are beside the coin's chart.
  orderBook: {
    path: "/pages/crypto/index",
    query: "instrument",
    who: "anyone",
    tab: "market",
    assets: "crypto",
    title: "market:quote.title",
    place: "main",
    panes: ["list", "context"],
  },
  watchlistManage: {
    path: "/pages/watchlist/manage",
    who: "customer",
    tab: "watchlist",
    title: "watchlist:manage.title",
    place: "list",
  },
  popular: {
    path: "/pages/product/popular",
    who: "anyone",
    tab: "market",
    title: "market:popular.title",
    place: "main",
  },
  tradingDays: {
    path: "/pages/market/days",
    query: "days",
    who: "anyone",
    tab: "market",
    title: "market:days.title",
  },
  rules: {
    path: "/pages/market/rules",
    query: "rules",
    who: "anyone",
    tab: "market",
    title: "rules:title",
  },
  sectors: {
    path: "/pages/market/sectors",
    query: "sectors",
    who: "anyone",
    tab: "market",
    title: "sectors:title",
    place: "main",
  },
  events: {
    path: "/pages/market/events",
    who: "anyone",
    tab: "market",
    title: "market:events.title",
  },
  search: {
    path: "/pages/search/index",
    who: "anyone",
    tab: "market",
    title: "market:search.label",
    place: "list",
  },
});
