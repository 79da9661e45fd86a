import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { type Chosen, ChosenContext } from "@/market/chosen";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireDetail, wireInstrument } from "@/test/wire";
import SampleReceiptPane from "./SampleReceiptPane";

const DETAILS: Record<string, object> = {
  AAPL: wireDetail({ stock_code: "AAPL", name: "Apple" }),
  "00700": wireDetail({ stock_code: "00700", market: "HK", source: 11, lotSize: "100" }),
  EURUSD: wireDetail({ stock_code: "EURUSD", market: "Forex", source: 2, lotSize: "1000" }),
  BTCUSDT: wireDetail({
    ...{ stock_code: "BTCUSDT", name: "Bitcoin", market: "Crypto", source: 7, lotSize: "0.00001" },
  }),
};

async function sampleOf(chosen: Chosen): Promise<string | null | undefined> {
  installPlatform().answer = (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const detail = DETAILS[searchParams.get("stockCode") ?? ""];
    if (pathname === "/m_ft/stock_detail_ft" && detail) return envelope(200, detail);
    if (detail || pathname.includes("detail")) return envelope(404, { error: "url_unknown" });
    const list = [wireInstrument({ stock_code: "AAPL", name: "Apple" })];
    return envelope(200, { list, page: { pageNum: 1, pageSize: 20, total: 1 } });
  };
  await renderScreen(
    <ChosenContext value={chosen}>
      <SampleReceiptPane />
    </ChosenContext>,
    "/",
  );
  return (await screen.findByText("Order")).nextElementSibling?.textContent;
}

it.each([
  [{ code: "AAPL", market: "UsStock" }, /^Buy 1 share of Apple/],
  [{ code: "00700", market: "HK" }, /^Buy 100 shares of /],
  [{ code: "EURUSD", market: "Forex" }, /^Long 1,000 EUR\/USD/],
  [{ code: "SPX", market: "Index" }, /^Buy 1 share of Apple/],
  [{ code: "BTCUSDT", market: "Crypto" }, /^Buy 0\.00001 Bitcoin/],
])("buys the least of %o, or a share in place of what nobody deals in", async (of, text) => {
  expect(await sampleOf({ name: "", ...of })).toMatch(text);
});
