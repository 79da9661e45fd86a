import { expect, it } from "vitest";
import { wireDetail, wireInstrument } from "@/test/wire";
import { decodeDetail } from "./detail";
import { decodeRow } from "./listed";
import type { Wire } from "./wire";

const wire: Partial<Wire["StockRow"]> = {
  ...{ stock_code: "CLF27", market: "Future", source: 3, lastTradeDate: "2026-12-21" },
  ...{ firstNoticeDate: "2026-12-23", multiplier: "1000", cashSettled: false },
  ...({ lastOpenDate: "2026-12-18" } as object),
  ...{ previousSettle: "98.10", openInterest: "687420", openInterestChange: "-350" },
};

const terms = {
  ...{ lastTradeDay: "2026-12-21", firstNoticeDay: "2026-12-23", multiplier: "1000" },
  ...{ lastOpenDay: "2026-12-18", isCashSettled: false, previousSettle: "98.10" },
  ...{ openInterest: "687420", openInterestChange: "-350" },
};

it("reads the terms of a future, in a list and by itself", () => {
  expect(decodeRow(wireInstrument(wire))).toMatchObject({
    assetClass: "future",
    future: terms,
  });
  expect(decodeDetail(wireDetail(wire)).future).toEqual(terms);
});

it("finds none of what never ends", () => {
  expect(decodeDetail(wireDetail()).future).toBeUndefined();
});
