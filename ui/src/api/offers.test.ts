import { expect, it } from "vitest";
import { wireInstrument } from "@/test/wire";
import { wireAuction, wireOffer } from "@/test/wireOffers";
import { decodeAuctionStocks, decodeBlockStocks, decodeNewStocks, encodeNewStocks } from "./offers";

const page = { pageNum: 1, pageSize: 100, total: 1 };

it("reads a new stock with its offer, as a share of its market", () => {
  const wire = wireInstrument({ stock_code: "39005", market: "HK", source: 5 });
  const { rows } = decodeNewStocks({ list: [{ ...wire, ...wireOffer() }], page });
  expect(rows[0]).toMatchObject({
    symbol: "39005",
    assetClass: "hkStock",
    offer: { status: "open", price: "38.800", raised: "1435600000.00", endsAt: 1796284800000 },
  });
});

it("reads what an auction would come to, and the one before it", () => {
  const wire = { ...wireInstrument({ source: 8 }), ...wireAuction() };
  const [row] = decodeAuctionStocks({ list: [wire], page }).rows;
  expect(row).toMatchObject({ assetClass: "usStock", market: "UsStock" });
  expect(row?.auction).toMatchObject({
    phase: "indicative",
    price: "251.20",
    imbalanceSide: "buy",
  });
  expect(row?.auction.last).toEqual({
    day: "2026-12-07",
    at: 1796653801000,
    price: "250.10",
    paired: "988600",
  });
  const none = wireAuction({ imbalanceSide: null, lastAuction: null, collectsTimestamp: null });
  const closed = decodeAuctionStocks({ list: [{ ...wire, ...none }], page }).rows[0]?.auction;
  expect(closed).toMatchObject({ imbalanceSide: null, last: null, collectsAt: null });
});

it("reads what a block is", () => {
  const block = {
    ...{ blockMinQuantity: "10000", blockMinValue: "100000.00", blockBand: "3.00" },
    ...{ blockLow: "9.70", blockHigh: "10.30", blockRuleSince: "2026-01-01" },
  };
  const { rows } = decodeBlockStocks({
    list: [{ ...wireInstrument({ source: 4 }), ...block }],
    page,
  });
  expect(rows[0]?.block).toEqual({
    ...{ leastQuantity: "10000", leastValue: "100000.00", band: "3.00" },
    ...{ low: "9.70", high: "10.30" },
  });
});

it("asks for new stocks by how far they have come", () => {
  expect(encodeNewStocks("allotment", "HK")).toEqual({
    ...{ type: "allotment", market: "HK" },
    ...{ pageNum: 1, pageSize: 100 },
  });
});
