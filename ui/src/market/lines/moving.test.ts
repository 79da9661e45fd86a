import { describe, expect, it } from "vitest";
import type { Order } from "@/api/orders";
import type { OwnPosition } from "@/api/positions";
import type { Known } from "@/trade/profitAt";
import { boundsOf, distanceOf, moneyAt, movedBy, priceOf } from "./moving";
import type { OwnLine } from "./ownLines";

const WIDE = { least: "0.01", most: "1000000" };

describe("the price of a place", () => {
  it.each([
    [180.1249, "0.01", "180.12"],
    [180.125, "0.01", "180.13"],
    [180.1, "0.05", "180.10"],
    [180.13, "0.25", "180.25"],
    [1.084_996, "0.00001", "1.08500"],
    [7.5e-7, "0.000001", "0.000001"],
    [351.9, "1", "352"],
  ])("%d is rounded to a multiple of %s: %s", (place, tick, price) =>
    expect(priceOf(place, tick, { ...WIDE, least: tick })).toBe(price),
  );

  it("is never below a tick, nor beyond twice the market's price and its own", () => {
    const bounds = boundsOf("90.00", "100.00", "0.05");
    expect(bounds).toEqual({ least: "0.05", most: "199.95" });
    expect(priceOf(-3, "0.05", bounds)).toBe("0.05");
    expect(priceOf(420, "0.05", bounds)).toBe("199.95");
    expect(boundsOf("300.00", "100.00", "0.01").most).toBe("599.99");
  });
});

describe("a key", () => {
  it.each([
    ["ArrowUp", "180.01"],
    ["ArrowRight", "180.01"],
    ["ArrowDown", "179.99"],
    ["ArrowLeft", "179.99"],
    ["PageUp", "180.10"],
    ["PageDown", "179.90"],
    ["Tab", null],
    ["a", null],
  ])("%s moves 180.00 to %s", (key, moved) =>
    expect(movedBy(key, "180.00", "0.01", WIDE)).toBe(moved),
  );

  it("moves a price between two ticks to the next one", () => {
    expect(movedBy("ArrowUp", "180.01", "0.05", WIDE)).toBe("180.05");
    expect(movedBy("ArrowDown", "180.01", "0.05", WIDE)).toBe("180.00");
    expect(movedBy("PageUp", "180.01", "0.05", WIDE)).toBe("180.50");
  });

  it("stops at the bounds", () => {
    expect(movedBy("PageDown", "0.03", "0.01", WIDE)).toBe("0.01");
    expect(movedBy("PageUp", "199.95", "0.05", { least: "0.05", most: "200.00" })).toBe("200.00");
  });
});

it("measures how far a price is from the last one", () => {
  expect(distanceOf("171.00", "180.00")).toBe("-5.00");
  expect(distanceOf("180.01", "180.00")).toBe("0.01");
});

describe("the money at a price", () => {
  const held = (own: object) =>
    ({
      ...{ id: "1", side: "long", quantity: "10", averagePrice: "180.00", cost: "1800.90" },
      ...{ multiplier: "1", priceCurrency: "USD", currency: "USD", margin: null },
      ...own,
    }) as OwnPosition;
  const line = (own: Partial<OwnLine>, order: Partial<Order> = {}) =>
    ({
      ...{ quantity: "10", position: null },
      order: { side: "sell", position: "long", priceCurrency: "USD", ...order } as Order,
      ...own,
    }) as OwnLine;

  const at = (
    of: OwnLine,
    price: string,
    known: Known = { baseCurrency: null, rates: undefined },
  ) => moneyAt(of, price, known);

  it("is a loss or a gain beyond what was paid, fees included", () => {
    const stop = line({ position: held({}) });
    expect(at(stop, "171.00")).toMatchObject({ is: "profit", amount: "-90.90" });
    expect(at(stop, "190.00")).toMatchObject({ amount: "99.10" });
  });

  it("is that of the part alone that the order closes", () => {
    const part = line({ position: held({}), quantity: "4" });
    expect(at(part, "171.00")).toMatchObject({ amount: "-36.36" });
  });

  it("counts on margin from the entry, for a short the other way, in the units of the contract", () => {
    const onMargin = { margin: {}, averagePrice: "1.08500", cost: "500.00", quantity: "20000" };
    const stop = (own: Partial<OwnPosition>) =>
      line({ position: held({ ...onMargin, ...own }), quantity: "10000" });
    expect(at(stop({}), "1.08000")).toMatchObject({ amount: "-50.00" });
    expect(at(stop({ side: "short" }), "1.08000")).toMatchObject({ amount: "50.00" });
    expect(at(stop({ multiplier: "5" }), "1.08000")).toMatchObject({ amount: "-250.00" });
  });

  it("is in the currency of the account where a rate is known, and else in that of the price", () => {
    const yen = held({ margin: {}, averagePrice: "150.000", priceCurrency: "JPY" });
    const stop = line({ position: yen, quantity: "10001" }, { priceCurrency: "JPY" });
    expect(at(stop, "149.990", { baseCurrency: "USD", rates: undefined })).toMatchObject({
      ...{ is: "profit", amount: "-0.67", currency: "USD" },
    });
    expect(at(stop, "149.990", { baseCurrency: "EUR", rates: undefined })).toMatchObject({
      ...{ amount: "-100", currency: "JPY" },
    });
  });

  it("is the value of what an order would open", () => {
    const buy = line({}, { side: "buy" });
    expect(at(buy, "179.995")).toEqual({ is: "value", amount: "1799.95", currency: "USD" });
  });

  it("is none for a position's own line, nor before the position that is closed is known", () => {
    expect(at(line({ order: null, position: held({}) }), "171.00")).toBeNull();
    expect(at(line({}), "171.00")).toBeNull();
  });
});
