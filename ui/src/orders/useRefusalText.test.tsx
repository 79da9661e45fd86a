import { renderHook } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { useRefusalText } from "./useRefusalText";

beforeAll(async () => {
  installPlatform();
  await beginTexts();
});

const read = async (market: string, sized: Parameters<typeof useRefusalText>[1]) => {
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

it("names the step of prices if it is known", async () => {
  const sized = { lotSize: "100", quantity: "100" };
  expect((await read("HK", { ...sized, tickSize: "0.05" }))("tick_size")).toBe(
    "Enter a price in steps of 0.05.",
  );
  expect((await read("HK", sized))("tick_size")).toBe(
    "The price doesn't match this stock's tick size.",
  );
});
