import type commonEn from "../locales/en/common.json";
import type homeEn from "../locales/en/home.json";
import type marketEn from "../locales/en/market.json";
import type watchlistEn from "../locales/en/watchlist.json";
import commonHans from "../locales/zh-Hans/common.json";
import homeHans from "../locales/zh-Hans/home.json";
import marketHans from "../locales/zh-Hans/market.json";
import watchlistHans from "../locales/zh-Hans/watchlist.json";
import commonHant from "../locales/zh-Hant/common.json";
import homeHant from "../locales/zh-Hant/home.json";
import marketHant from "../locales/zh-Hant/market.json";
import watchlistHant from "../locales/zh-Hant/watchlist.json";

// Nothing imports this file: it is here for the type check, which refuses a translation that lacks
// a key of the English original. One line a namespace and language.
commonHans satisfies typeof commonEn;
commonHant satisfies typeof commonEn;
homeHans satisfies typeof homeEn;
homeHant satisfies typeof homeEn;
marketHans satisfies typeof marketEn;
marketHant satisfies typeof marketEn;
watchlistHans satisfies typeof watchlistEn;
watchlistHant satisfies typeof watchlistEn;
