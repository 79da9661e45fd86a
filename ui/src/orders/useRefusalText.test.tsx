import { renderHook } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { useRefusalText } from "./useRefusalText";

beforeAll(async () => {
  installPlatform();
  await beginTexts();
});

const said = async (market: string, lotSize: string, quantity: string) => {
  const { result } = renderHook(() => useRefusalText(market, { lotSize, quantity }));
  await vi.waitFor(() => expect(result.current).toBeTypeOf("function"));
  return result.current("lot_size");
};

it.each([
  ["Forex", "1000", "1500", "In steps of 1,000: 1,000 or 2,000."],
  ["Forex", "1000", "400", "In steps of 1,000: 1,000 or more."],
  ["HK", "100", "250", "Whole lots of 100: 200 or 300."],
  ["HK", "100", "50", "Whole lots of 100: 100 or more."],
])("names the quantities beside a wrong one: %s, %s, %s", async (market, lot, quantity, text) => {
  expect(await said(market, lot, quantity)).toBe(text);
});
