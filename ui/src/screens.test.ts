// @vitest-environment jsdom
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { languages } from "@/i18n";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { isTab, type ScreenName, screenAt, screens, type Title, tabs, to } from "./screens";

const names = Object.keys(screens) as ScreenName[];
const rows = Object.entries(screens);

/**
 * Each screen's address, by who may see it. Links, bookmarks and the server's messages contain the addresses: none may
 * change or go.
 */
const ADDRESSES = {
  anyone: {
    home: "/pages/home/index",
    market: "/pages/market/index",
    watchlist: "/pages/watchlist/index",
    trade: "/pages/trade/index",
    profile: "/pages/profile/index",
    news: "/pages/news/index",
    article: "/pages/news/detail",
    webview: "/pages/webview/index",
    quoteStock: "/pages/quote/stock",
    quoteHongKong: "/pages/hkstock/quote",
    quoteForex: "/pages/quote/forex",
    hongKong: "/pages/hkstock/index",
    quoteIndex: "/pages/quote/globalindex",
    quoteFuture: "/pages/quote/future",
    quoteCrypto: "/pages/quote/crypto",
    quoteAuction: "/pages/quote/auctionStock",
    auctions: "/pages/product/auctionStock",
    blocks: "/pages/product/blocktrade",
    newStocks: "/pages/product/newstock",
    forex: "/pages/product/forex",
    future: "/pages/product/future",
    agricultural: "/pages/product/agricultural",
    crypto: "/pages/product/crypto",
    orderBook: "/pages/crypto/index",
    popular: "/pages/product/popular",
    tradingDays: "/pages/market/days",
    events: "/pages/market/events",
    rules: "/pages/market/rules",
    sectors: "/pages/market/sectors",
    search: "/pages/search/index",
    login: "/pages/auth/login",
    register: "/pages/auth/register",
    resetPassword: "/pages/auth/resetpwd",
    withdrawalTimes: "/pages/withdraw/times",
    settings: "/pages/setting/index",
    payStock: "/pages/payment/stock",
    payForex: "/pages/payment/forex",
    payFuture: "/pages/payment/future",
    payCrypto: "/pages/payment/crypto",
  },
  customer: {
    watchlistManage: "/pages/watchlist/manage",
    transactions: "/pages/profile/transaction",
    transfer: "/pages/profile/transfer",
    deposit: "/pages/deposit/index",
    depositFiat: "/pages/deposit/fiat",
    depositCertificate: "/pages/deposit/certificate",
    depositWallet: "/pages/deposit/wallet",
    depositRecord: "/pages/deposit/record",
    withdrawCard: "/pages/withdraw/bcard",
    withdrawWallet: "/pages/withdraw/vm",
    withdrawal: "/pages/withdraw/detail",
    payouts: "/pages/bcard/index",
    bankAccount: "/pages/bcard/modify",
    walletAddress: "/pages/vm/modify",
    share: "/pages/profile/share",
    kyc: "/pages/kycverify/index",
    kycIdCard: "/pages/kycverify/idcard",
    kycPassport: "/pages/kycverify/passport",
    security: "/pages/setting/security",
    loginPassword: "/pages/setting/loginpwd",
    payPassword: "/pages/setting/paypwd",
    notices: "/pages/notice/index",
    notice: "/pages/notice/detail",
    payClose: "/pages/payment/close",
    tradeDetail: "/pages/trade/detail",
  },
};

describe("links", () => {
  it("carry their query values, and leave absent ones out", () => {
    expect(to("quoteStock", { code: "BRK.B", name: "伯克希尔 & Co", source: 0 })).toBe(
      "/pages/quote/stock?code=BRK.B&name=%E4%BC%AF%E5%85%8B%E5%B8%8C%E5%B0%94+%26+Co&source=0",
    );
    expect(to("register", { inviteCode: undefined })).toBe("/pages/auth/register");
    expect(to("home")).toBe("/pages/home/index");
  });

  it("take what the screen takes, and nothing else", () => {
    // @ts-expect-error a quote is of an instrument
    to("quoteStock");
    // @ts-expect-error no third side
    to("payStock", { code: "AAPL", direction: 2 });
    // @ts-expect-error no such account
    to("transactions", { walletType: "SAVINGS" });
    // @ts-expect-error the settings take nothing
    to("settings", { code: "AAPL" });
    // @ts-expect-error no such screen
    expect(() => to("nowhere")).toThrow();
  });

  it("find their screen, and the root the home page", () => {
    expect(screenAt("/pages/auth/resetpwd")).toBe("resetPassword");
    expect(screenAt("/pages/quote/stock?code=AAPL&back=/pages/home/index")).toBe("quoteStock");
    expect(screenAt("/")).toBe("home");
    expect(screenAt("")).toBeUndefined();
    expect(screenAt("constructor")).toBeUndefined();
    expect(screenAt("//pages/home/index")).toBeUndefined();
    expect(screenAt("/pages/quote/stock/")).toBe("quoteStock");
    expect(screenAt("/pages/none")).toBeUndefined();
  });
});

describe("the table", () => {
  it("keeps each address of today, and shows it to whom it is shown today", () => {
    const addressesFor = (who: string) =>
      Object.fromEntries(
        rows.filter(([_, row]) => row.who === who).map(([name, { path }]) => [name, path]),
      );
    const seen = [...new Set(rows.map(([_, row]) => row.who))];
    expect(Object.fromEntries(seen.map((who) => [who, addressesFor(who)]))).toEqual(ADDRESSES);
  });

  it("gives no two screens one address, and finds each at its own", () => {
    for (const name of names) expect(screenAt(screens[name].path)).toBe(name);
  });

  it("has five tabs, which anyone may see and which belong to themselves", () => {
    expect(tabs).toHaveLength(5);
    for (const tab of tabs) expect(screens[tab]).toMatchObject({ tab, who: "anyone" });
    expect(isTab("market")).toBe(true);
    expect(isTab("quoteStock")).toBe(false);
    expect(isTab(undefined)).toBe(false);
  });
});

describe("titles", () => {
  beforeAll(async () => {
    installPlatform();
    await beginTexts();
  });

  it.each(names)("%s has its own in every language", async (name) => {
    const { title } = screens[name];
    await i18next.loadNamespaces(title.split(":")[0] as string);
    for (const language of languages) {
      await i18next.changeLanguage(language);
      const text = (i18next.t as (key: Title, options: object) => string)(title, {
        replace: { code: "AAPL", name: "Apple" },
      });
      expect(text.trim()).not.toBe("");
      expect(text).not.toContain("{{");
      expect(text).not.toBe(title.split(":")[1]);
    }
  });
});
