// @vitest-environment jsdom
import i18next from "i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { NewOrder } from "@/api/orders";
import { changeLanguage, type Language } from "@/i18n";
import { amendOrder, closePosition, placeOrders } from "@/money/orders";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { toasts } from "@/ui/toast";
import { tellFill } from "./tellFill";

beforeAll(async () => {
  installPlatform();
  await beginTexts();
});
afterEach(() => changeLanguage("en"));

async function speak(language: Language) {
  await changeLanguage(language);
  await i18next.loadNamespaces(["orders", "money"]);
}

const share = { symbol: "00700", market: "HK" };
const pair = { symbol: "EURUSD", market: "Forex" };
const limit = (limitPrice: string) => ({ type: "limit", limitPrice, timeInForce: "day" }) as const;
const stop = { type: "stop", stopPrice: "610", timeInForce: "day" } as const;

const placed = (side: "buy" | "sell", of: typeof share, terms: NewOrder["terms"]) => {
  const action = of === pair ? placeOrders.forex : placeOrders.hkStock;
  const size = { quantity: of === pair ? "1000" : "200" };
  return action.words({ ...of, side, terms, size }, of === pair ? "EUR/USD" : "Tencent");
};
const subject = ({ market, symbol }: typeof share) => [nameOf(market), market, symbol].join("\n");
const nameOf = (market: string) => (market === "Forex" ? "EUR/USD" : "Tencent");

/** The sentences for what was sent: of shares, and of a pair. */
const sent = () => [
  placed("buy", share, limit("621")),
  placed("sell", share, { type: "market" }),
  placed("sell", share, stop),
  placed("buy", pair, limit("1.08500")),
  placed("sell", pair, limit("1.08500")),
  placed("sell", pair, { type: "market" }),
  closePosition.words({ id: "1", quantity: "200" }, subject(share)),
  closePosition.words({ id: "1", quantity: "1000" }, subject(pair)),
  amendOrder.words({ id: "1", quantity: "100" }, subject(share)),
  amendOrder.words({ id: "1", quantity: "100", limitPrice: "620" }, subject(share)),
  amendOrder.words({ id: "1", quantity: "2000" }, subject(pair)),
];

it.each<[Language, string[]]>([
  [
    "en",
    [
      "Buy 200 Tencent at 621.00",
      "Sell 200 Tencent at market",
      "Sell 200 Tencent: Stop 610.00",
      "Long 1,000 EUR/USD at 1.08500",
      "Short 1,000 EUR/USD at 1.08500",
      "Short 1,000 EUR/USD at market",
      "Sell 200 Tencent at market",
      "Close 1,000 EUR/USD at market",
      "Modify Tencent: quantity 100",
      "Modify Tencent: price 620.00 · quantity 100",
      "Modify EUR/USD: quantity 2,000",
    ],
  ],
  [
    "zh-Hans",
    [
      "以 621.00 买入 200 股 Tencent",
      "市价卖出 200 股 Tencent",
      "卖出 200 股 Tencent：触发价 610.00",
      "以 1.08500 做多 1,000 EUR/USD",
      "以 1.08500 做空 1,000 EUR/USD",
      "市价做空 1,000 EUR/USD",
      "市价卖出 200 股 Tencent",
      "市价平仓 1,000 EUR/USD",
      "修改 Tencent的委托：数量 100 股",
      "修改 Tencent的委托：价格 620.00 · 数量 100 股",
      "修改 EUR/USD的委托：数量 2,000",
    ],
  ],
  [
    "zh-Hant",
    [
      "以 621.00 買入 200 股 Tencent",
      "市價賣出 200 股 Tencent",
      "賣出 200 股 Tencent：觸發價 610.00",
      "以 1.08500 開長倉 1,000 EUR/USD",
      "以 1.08500 開短倉 1,000 EUR/USD",
      "市價開短倉 1,000 EUR/USD",
      "市價賣出 200 股 Tencent",
      "市價平倉 1,000 EUR/USD",
      "修改 Tencent的訂單：數量 100 股",
      "修改 Tencent的訂單：價格 620.00 · 數量 100 股",
      "修改 EUR/USD的訂單：數量 2,000",
    ],
  ],
])("says in %s what was sent", async (language, sentences) => {
  await speak(language);
  expect(sent()).toEqual(sentences);
});

type Filled = Parameters<typeof tellFill>[0];
const filled: Filled = {
  ...{ ...share, id: "1", assetClass: "hkStock", side: "buy", position: "long" },
  ...{ quantity: "200", filled: "200", averagePrice: "621.00", status: "filled" },
};
const pairFilled: Filled = {
  ...{ ...filled, ...pair, assetClass: "forex" },
  ...{ quantity: "1000", filled: "1000", averagePrice: "1.08500" },
};

/** The sentences for what has filled. */
async function told() {
  const sentences: string[] = [];
  const orders: Filled[] = [
    filled,
    { ...filled, side: "sell", filled: "100", status: "partlyFilled" },
    pairFilled,
    { ...pairFilled, side: "sell" },
    { ...pairFilled, side: "sell", position: "short", filled: "500", status: "partlyFilled" },
  ];
  for (const order of orders) {
    toasts.set([]);
    await tellFill(order, "0", async () => "Tencent");
    sentences.push(...toasts.get().map(({ text }) => text));
  }
  return sentences;
}

it.each<[Language, string[]]>([
  [
    "en",
    [
      "Bought 200 Tencent (00700) at 621.00",
      "Sold 100 of 200 Tencent (00700) so far",
      "Opened 1,000 EUR/USD long at 1.08500",
      "Closed 1,000 EUR/USD long at 1.08500",
      "Opened 500 of 1,000 EUR/USD short so far",
    ],
  ],
  [
    "zh-Hans",
    [
      "已买入 200 股 Tencent（00700），均价 621.00",
      "已卖出 100/200 股 Tencent（00700）",
      "已开多 1,000 EUR/USD，均价 1.08500",
      "已平多 1,000 EUR/USD，均价 1.08500",
      "已开空 500/1,000 EUR/USD",
    ],
  ],
  [
    "zh-Hant",
    [
      "已買入 200 股 Tencent（00700），均價 621.00",
      "已賣出 100/200 股 Tencent（00700）",
      "已開長倉 1,000 EUR/USD，均價 1.08500",
      "已平長倉 1,000 EUR/USD，均價 1.08500",
      "已開短倉 500/1,000 EUR/USD",
    ],
  ],
])("says in %s what has filled", async (language, sentences) => {
  await speak(language);
  expect(await told()).toEqual(sentences);
});
