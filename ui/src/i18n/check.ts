import type commonEn from "../locales/en/common.json";
import type fundsEn from "../locales/en/funds.json";
import type homeEn from "../locales/en/home.json";
import type identityEn from "../locales/en/identity.json";
import type marketEn from "../locales/en/market.json";
import type settingsEn from "../locales/en/settings.json";
import type watchlistEn from "../locales/en/watchlist.json";
import commonHans from "../locales/zh-Hans/common.json";
import fundsHans from "../locales/zh-Hans/funds.json";
import homeHans from "../locales/zh-Hans/home.json";
import identityHans from "../locales/zh-Hans/identity.json";
import marketHans from "../locales/zh-Hans/market.json";
import settingsHans from "../locales/zh-Hans/settings.json";
import watchlistHans from "../locales/zh-Hans/watchlist.json";
import commonHant from "../locales/zh-Hant/common.json";
import fundsHant from "../locales/zh-Hant/funds.json";
import homeHant from "../locales/zh-Hant/home.json";
import identityHant from "../locales/zh-Hant/identity.json";
import marketHant from "../locales/zh-Hant/market.json";
import settingsHant from "../locales/zh-Hant/settings.json";
import watchlistHant from "../locales/zh-Hant/watchlist.json";

// Nothing imports this file: it is here for the type check, which refuses a translation that lacks
// a key of the English original. One line a namespace and language.
commonHans satisfies typeof commonEn;
commonHant satisfies typeof commonEn;
fundsHans satisfies typeof fundsEn;
fundsHant satisfies typeof fundsEn;
homeHans satisfies typeof homeEn;
homeHant satisfies typeof homeEn;
identityHans satisfies typeof identityEn;
identityHant satisfies typeof identityEn;
marketHans satisfies typeof marketEn;
marketHant satisfies typeof marketEn;
settingsHans satisfies typeof settingsEn;
settingsHant satisfies typeof settingsEn;
watchlistHans satisfies typeof watchlistEn;
watchlistHant satisfies typeof watchlistEn;
