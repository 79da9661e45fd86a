// @vitest-environment jsdom
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { changeLanguage, type Language } from "@/i18n";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { kindOf } from ".";
import { amountOf, counted, measured, thingOf, wordsOf } from "./words";

beforeAll(async () => {
  installPlatform();
  await beginTexts();
});

async function speak(language: Language) {
  await changeLanguage(language);
  await i18next.loadNamespaces("orders");
  return i18next.getFixedT(null, "orders");
}

const share = { assetClass: "hkStock", symbol: "00700" } as const;
const pair = { assetClass: "forex", symbol: "EURUSD" } as const;
const future = { assetClass: "future", symbol: "ESZ26" } as const;
const coin = { assetClass: "crypto", symbol: "BTCUSDT" } as const;

it.each<[Language, string[], string[]]>([
  [
    "en",
    ["1 share", "1,500 shares", "1,000", "1 contract", "2 contracts", "0.5 BTC"],
    ["1,500", "1,000", "2", "0.5"],
  ],
  [
    "zh-Hans",
    ["1 股", "1,500 股", "1,000", "1 手", "2 手", "0.5 BTC"],
    ["1,500 股", "1,000", "2 手", "0.5"],
  ],
  [
    "zh-Hant",
    ["1 股", "1,500 股", "1,000", "1 張", "2 張", "0.5 BTC"],
    ["1,500 股", "1,000", "2 張", "0.5"],
  ],
])("counts in %s what each kind has", async (language, alone, named) => {
  const t = await speak(language);
  expect([
    counted(t, share, "1"),
    counted(t, share, "1500"),
    counted(t, pair, "1000"),
    counted(t, future, "1"),
    counted(t, future, "2"),
    counted(t, coin, "0.5"),
  ]).toEqual(alone);
  expect([
    measured(t, share, "1,500"),
    measured(t, pair, "1,000"),
    measured(t, future, "2"),
    measured(t, coin, "0.5"),
  ]).toEqual(named);
});

const SIDES = [
  { side: "buy", position: "long" },
  { side: "sell", position: "long" },
  { side: "sell", position: "short" },
  { side: "buy", position: "short" },
] as const;

describe.each<[Language, Record<"share" | "pair" | "things", string[]>]>([
  [
    "en",
    {
      share: ["Buy 200 Tencent", "Bought 200 Tencent", "Sell 200 Tencent", "Sold 200 Tencent"],
      pair: [
        ...["Long 1,000 EUR/USD", "Opened 1,000 EUR/USD long"],
        ...["Close 1,000 EUR/USD long", "Closed 1,000 EUR/USD long"],
        ...["Short 1,000 EUR/USD", "Opened 1,000 EUR/USD short"],
        ...["Close 1,000 EUR/USD short", "Closed 1,000 EUR/USD short"],
      ],
      things: ["stock", "pair", "contract", "coin"],
    },
  ],
  [
    "zh-Hans",
    {
      share: [
        ...["买入 200 股 Tencent", "已买入 200 股 Tencent"],
        ...["卖出 200 股 Tencent", "已卖出 200 股 Tencent"],
      ],
      pair: [
        ...["做多 1,000 EUR/USD", "已开多 1,000 EUR/USD"],
        ...["平多 1,000 EUR/USD", "已平多 1,000 EUR/USD"],
        ...["做空 1,000 EUR/USD", "已开空 1,000 EUR/USD"],
        ...["平空 1,000 EUR/USD", "已平空 1,000 EUR/USD"],
      ],
      things: ["股票", "货币对", "合约", "加密货币"],
    },
  ],
  [
    "zh-Hant",
    {
      share: [
        ...["買入 200 股 Tencent", "已買入 200 股 Tencent"],
        ...["賣出 200 股 Tencent", "已賣出 200 股 Tencent"],
      ],
      pair: [
        ...["開長倉 1,000 EUR/USD", "已開長倉 1,000 EUR/USD"],
        ...["平長倉 1,000 EUR/USD", "已平長倉 1,000 EUR/USD"],
        ...["開短倉 1,000 EUR/USD", "已開短倉 1,000 EUR/USD"],
        ...["平短倉 1,000 EUR/USD", "已平短倉 1,000 EUR/USD"],
      ],
      things: ["股票", "貨幣對", "合約", "虛擬資產"],
    },
  ],
])("in %s", (language, said) => {
  const deeds = async (of: typeof share | typeof pair, quantity: string, name: string) => {
    const t = await speak(language);
    const what = amountOf(t, of, quantity, name);
    const sides = of === share ? SIDES.slice(0, 2) : SIDES;
    return sides.flatMap((deed) => {
      const values = { what, context: wordsOf({ ...of, ...deed }) };
      return [t(`deed.${deed.side}`, values), t(`done.${deed.side}`, values)];
    });
  };

  it("shares are bought and sold", async () => {
    expect(await deeds(share, "200", "Tencent")).toEqual(said.share);
  });

  it("positions on margin are opened and closed, long or short", async () => {
    expect(await deeds(pair, "1,000", "EUR/USD")).toEqual(said.pair);
  });

  it("an instrument is called what it is", async () => {
    const t = await speak(language);
    const things = [share, pair, future, coin].map((of) => thingOf(t, kindOf(of)));
    expect(things).toEqual(said.things);
  });
});

it("begins a label with a capital in English", async () => {
  const t = await speak("en");
  expect(thingOf(t, kindOf(share), "label")).toBe("Stock");
  expect(thingOf(t, kindOf(pair), "label")).toBe("Pair");
});
