import { expect, it } from "vitest";
import { testInstrument } from "@/test/instrument";
import { wireInstrument } from "@/test/wire";
import { decodeListed } from "./market";
import { decodeWatchlist, encodeWatched } from "./watchlist";

it("is written as the list wants it, and read from it", () => {
  expect(encodeWatched(testInstrument({ assetClass: "hkStock" }))).toEqual({
    classify: "Technology",
    assettype: "11",
    securityName: "Apple",
    secuCode: "AAPL",
    market: "UsStock",
  });
  const row = { ...wireInstrument(), watchId: "77", f12: "AAPL", f14: "Apple" };
  expect(decodeWatchlist([row])).toEqual([{ ...decodeListed(wireInstrument()), entryId: "77" }]);
});
