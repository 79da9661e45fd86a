import { describe, expect, it } from "vitest";
import { shownOf, total, valuate } from "./valuation";

const held = { quantity: "10", multiplier: "1", cost: "2214.00", priceCurrency: "USD" };

describe("valuate", () => {
  it.each([
    ["227.52", "2275.20", "61.20", "2.76"],
    ["221.40", "2214.00", "0.00", "0.00"],
    ["200", "2000.00", "-214.00", "-9.67"],
  ])("at %s it is worth %s, a profit of %s or %s %%", (price, marketValue, profit, percent) => {
    const value = valuate(held, price);
    expect(value.marketValue).toBe(marketValue);
    expect(Number(value.profit)).toBe(Number(profit));
    expect(value.percent).toBe(percent);
  });

  it("rounds the value to the cent before it takes the cost away", () => {
    const value = valuate({ ...held, quantity: "3", cost: "1.00" }, "0.3333");
    expect(value.marketValue).toBe("1.00");
    expect(Number(value.profit)).toBe(0);
  });

  it("is exact in USDT to six decimals, and shown in cents unless it is less than one", () => {
    const coins = { ...held, quantity: "0.01658", cost: "1234.343918", priceCurrency: "USDT" };
    const value = valuate(coins, "74368.08");
    expect(value).toMatchObject({ marketValue: "1233.022766", profit: "-1.321152" });
    expect(shownOf(value)).toMatchObject({ marketValue: "1233.02", profit: "-1.32", today: null });
    const even = valuate({ ...coins, cost: "1233.022165" }, "74368.08");
    expect(shownOf(even).profit).toBe("0.000601");
  });

  it("counts what a point is worth", () => {
    const future = { ...held, quantity: "2", multiplier: "50", cost: "770600.00" };
    const value = valuate(future, "7716.25");
    expect(Number(value.marketValue)).toBe(771_625);
    expect(Number(value.profit)).toBe(1025);
    const mini = valuate({ ...held, quantity: "3", multiplier: "0.1", cost: "0.00" }, "0.25");
    expect(mini.marketValue).toBe("0.08");
  });

  it("moves what the server said of the day on with the price, and says nothing where it did not", () => {
    const told = { ...held, marketValue: "2275.20", todayProfit: "-3.10" };
    expect(Number(valuate(told, "227.52").today)).toBe(-3.1);
    expect(Number(valuate(told, "228.52").today)).toBe(6.9);
    expect(valuate(held, "228.52").today).toBeNull();
  });

  it("adds holdings up without losing a cent", () => {
    const values = Array.from({ length: 10 }, () =>
      valuate({ ...held, quantity: "1", cost: "0.30" }, "0.10"),
    );
    expect(total(values)).toEqual({ marketValue: "1", profit: "-2" });
  });
});
