import { renderHook } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { changeLanguage, type Language } from "@/i18n";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { add, multiply } from "@/ui";
import { useRefusalText } from "./useRefusalText";

beforeAll(async () => {
  installPlatform();
  await beginTexts();
});

afterEach(() => changeLanguage("en"));

const read = async (market: string, sized?: Parameters<typeof useRefusalText>[1]) => {
  const { result } = renderHook(() => useRefusalText(market, sized));
  await vi.waitFor(() => expect(result.current).toBeTypeOf("function"));
  return result.current;
};

it.each([
  ["Forex", "1000", "1500", "Enter a multiple of 1,000: 1,000 or 2,000."],
  ["Forex", "1000", "400", "Enter a multiple of 1,000: 1,000 or more."],
  ["HK", "100", "250", "Enter whole lots of 100: 200 or 300."],
  ["HK", "100", "50", "Enter whole lots of 100: 100 or more."],
])("names the quantities beside a wrong one: %s, %s, %s", async (market, lot, quantity, text) => {
  const said = await read(market, { lotSize: lot, quantity });
  expect(said("lot_size")).toBe(text);
});

it.each<[Language, string, string, string[]]>([
  ["zh-Hans", "HK", "100", ["须为整手（每手 100 股）：200 或 300 股。", "数量必须是整手。"]],
  [
    "zh-Hans",
    "Forex",
    "1000",
    ["请输入 1,000 的整数倍：2,000 或 3,000。", "数量不符合该货币对的最小变动数量。"],
  ],
  ["zh-Hant", "HK", "100", ["須為整手（每手 100 股）：200 或 300 股。", "數量必須是整手。"]],
  [
    "zh-Hant",
    "Forex",
    "1000",
    ["請輸入 1,000 的整數倍：2,000 或 3,000。", "數量不符合該貨幣對的最小變動數量。"],
  ],
])("names them in %s with the noun of the market %s", async (language, market, lot, texts) => {
  await changeLanguage(language);
  const quantity = add(multiply(lot, "2"), "50");
  const said = await read(market, { lotSize: lot, quantity });
  expect(said("lot_size")).toBe(texts[0]);
  expect((await read(market))("lot_size")).toBe(texts[1]);
});

it.each([
  ["UsStock", "This stock can't be traded right now.", "have that many shares available"],
  ["Forex", "This pair can't be traded right now.", "That's more than your position."],
  ["Future", "This contract can't be traded right now.", "That's more than your position."],
  ["Crypto", "This coin can't be traded right now.", "That's more than you have available"],
])("calls an instrument of %s what it is", async (market, refused, tooMany) => {
  const said = await read(market);
  expect(said("instrument_not_tradable")).toBe(refused);
  expect(said("insufficient_position")).toContain(tooMany);
});

it("names the step of prices if it is known", async () => {
  const sized = { lotSize: "100", quantity: "100" };
  expect((await read("HK", { ...sized, tickSize: "0.05" }))("tick_size")).toBe(
    "Enter a price in steps of 0.05.",
  );
  expect((await read("HK", sized))("tick_size")).toBe(
    "The price doesn't match this stock's tick size.",
  );
});

it.each<[Language, string[]]>([
  [
    "en",
    [
      "This contract can only be closed now. Choose a later month to open a position.",
      "You have an open margin call. Add margin or close contracts first; then you can open positions again.",
      "This position can't be rolled to that month.",
    ],
  ],
  [
    "zh-Hans",
    [
      "该合约现在只可平仓，开仓请选择较远月份。",
      "您有未补足的追加保证金通知。请先追加保证金或平仓，之后才可开仓。",
      "该持仓不可移仓至此月份。",
    ],
  ],
  [
    "zh-Hant",
    [
      "此合約現時只可平倉，開倉請選擇較遠月份。",
      "您有未補足的追繳保證金通知。請先追加保證金或平倉，其後才可開倉。",
      "此持倉不可轉倉至該月份。",
    ],
  ],
])("says in %s what only futures are refused for", async (language, texts) => {
  await changeLanguage(language);
  const said = await read("Future");
  const words = ["contract_ending", "margin_called", "roll_invalid"] as const;
  expect(words.map(said)).toEqual(texts);
});
