import { expect, it } from "vitest";
import { decodeCorporateAction, decodeEvent } from "./corporateActions";
import type { Wire } from "./wire";

const dates = {
  ...{ id: "7", announcedTimestamp: "1", exDate: "2026-12-01", exTimestamp: "1796101200000" },
  ...{ recordDate: "2026-12-01", payDate: "2026-12-22" },
};

const dividend: Wire["CorporateActionRow"] = {
  ...{ ...dates, action: "dividend", announcedBy: "simulated" },
  ...{ perShare: "0.26", currency: "USD", newShares: null, oldShares: null },
};

it("reads a dividend and a split", () => {
  expect(decodeCorporateAction(dividend)).toEqual({
    ...{ id: "7", kind: "dividend", amount: "0.26", currency: "USD", isSimulated: true },
    ...{
      exDay: "2026-12-01",
      exAt: 1796101200000,
      recordDay: "2026-12-01",
      payDay: "2026-12-22",
    },
  });
  const split = { ...dividend, action: "split", newShares: 10, oldShares: 1 } as const;
  const read = decodeCorporateAction({ ...split, perShare: null, announcedBy: "an exchange" });
  expect(read).toMatchObject({ kind: "split", ratio: { new: 10, old: 1 }, isSimulated: false });
});

it("reads what happens to a share and to an exchange", () => {
  const row: Wire["EventRow"] = {
    ...{ date: "2026-11-27", event: "half_day", market: "UsStock", stockCode: null, name: null },
    ...{ corporateAction: null, calendar: "XNYS", closes: "13:00" },
  };
  expect(decodeEvent(row)).toEqual({
    ...{ date: "2026-11-27", kind: "half_day", market: "UsStock", instrument: null },
    ...{ action: null, closes: "13:00", holiday: null },
  });
  const apple = {
    ...row,
    event: "dividend",
    stockCode: "AAPL",
    name: "Apple",
    closes: null,
  } as const;
  expect(decodeEvent({ ...apple, corporateAction: dividend })).toMatchObject({
    instrument: { symbol: "AAPL", name: "Apple" },
    action: { kind: "dividend" },
  });
});
