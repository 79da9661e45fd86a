import { rows } from "./row.ts";

/** The five tabs. */
export const tabsScreens = rows({
  home: {
    path: "/pages/home/index",
    who: "anyone",
    tab: "home",
    title: "home:title",
  },
  market: {
    path: "/pages/market/index",
    query: "list",
    who: "anyone",
    tab: "market",
    title: "common:tab.market",
  },
  watchlist: {
    path: "/pages/watchlist/index",
    who: "anyone",
    tab: "watchlist",
    title: "common:tab.watchlist",
  },
  trade: {
    path: "/pages/trade/index",
    query: "trade",
    who: "anyone",
    tab: "trade",
    title: "positions:title",
  },
  profile: {
    path: "/pages/profile/index",
    who: "anyone",
    tab: "profile",
    title: "common:tab.profile",
  },
});
