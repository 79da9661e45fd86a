import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  add,
  compare,
  decimalsOf,
  equal,
  isPositive,
  multiply,
  nearestStep,
  percentOf,
  proportion,
  roundMoney,
  stepBy,
  subtract,
  sum,
  toCents,
  wholeTimes,
  withDecimals,
} from "@/decimal";

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const asMoney = (value: bigint) => {
  const digits = (value < 0n ? -value : value).toString().padStart(3, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe("decimal arithmetic", () => {
  it("agrees with integer cents, however large", () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(equal(add(asMoney(a), asMoney(b)), asMoney(a + b))).toBe(true);
        expect(equal(subtract(asMoney(a), asMoney(b)), asMoney(a - b))).toBe(true);
        expect(compare(asMoney(a), asMoney(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it("keeps what a float would lose", () => {
    expect(sum(["0.1", "0.2"])).toBe("0.3");
    expect(multiply("1.15", "100")).toBe("115");
    expect(multiply("90071992547409.93", "3")).toBe("270215977642229.79");
  });

  it.each([
    ["1.005", "1.01"],
    ["-1.005", "-1.01"],
    ["2", "2.00"],
  ])("rounds %s to %s", (value, expected) => expect(roundMoney(value)).toBe(expected));

  it.each([
    ["61.1", "2214", "2.76"],
    ["-4.4", "3490", "-0.13"],
    ["5", "0", "0.00"],
  ])("%s of %s is %s %%", (part, whole, expected) => expect(percentOf(part, whole)).toBe(expected));

  it.each(["", ".", "-", "abc", "0", "0.00", "-1"])("%j is not positive", (value) =>
    expect(isPositive(value)).toBe(false),
  );

  it.each([
    ["226.80", "0.01", 1, "226.81"],
    ["226.80", "0.01", -1, "226.79"],
    ["226.805", "0.01", 1, "226.81"],
    ["226.805", "0.01", -1, "226.80"],
    ["0.01", "0.01", -1, "0.01"],
    ["0", "0.05", -1, "0.05"],
    ["100", "0.2", 1, "100.2"],
  ] as const)("one step from %s by %s, %i: %s", (value, step, way, expected) =>
    expect(stepBy(value, step, way)).toBe(expected),
  );

  it.each([
    ["226.804", "0.01", "226.80"],
    ["226.805", "0.01", "226.81"],
    ["226.9", "0.25", "227.00"],
    ["0.004", "0.01", "0.00"],
  ])("the step next to %s by %s: %s", (value, step, expected) =>
    expect(nearestStep(value, step)).toBe(expected),
  );

  it("stays on whole steps, and comes back", () => {
    const steps = fc.integer({ min: 2, max: 10 ** 9 });
    fc.assert(
      fc.property(steps, fc.constantFrom("0.01", "0.0001", "0.05", "5"), (count, step) => {
        const price = multiply(String(count), step);
        expect(equal(stepBy(stepBy(price, step, 1), step, -1), price)).toBe(true);
      }),
    );
  });

  it.each([
    ["0.01", 2],
    ["0.0001", 4],
    ["1", 0],
    ["0.50", 1],
  ])("multiples of %s have %i decimals", (step, decimals) =>
    expect(decimalsOf(step)).toBe(decimals),
  );
});

describe("wholeTimes", () => {
  it.each([
    ["1000", "260.21", "3"],
    ["260.20", "260.21", "0"],
    ["260.21", "260.21", "1"],
    ["0", "0.01", "0"],
    ["1", "0.3", "3"],
    // A quotient of twenty decimals would round up to the next whole number.
    ["29999999999999999999999.99", "3", "9999999999999999999999"],
  ])("%s holds %s %s times", (value, part, times) => expect(wholeTimes(value, part)).toBe(times));

  it("agrees with whole numbers, however large", () => {
    const sizes = fc.bigInt({ min: 1n, max: 10n ** 18n });
    fc.assert(
      fc.property(sizes, sizes, (value, part) => {
        expect(wholeTimes(asMoney(value), asMoney(part))).toBe(String(value / part));
      }),
    );
  });
});

it.each([
  ["1233.522766", "1233.52"],
  ["-0.294451", "-0.29"],
  ["0.009999", "0.009999"],
  ["-0.000001", "-0.000001"],
  ["0.000000", "0.000000"],
  ["400", "400"],
  ["12.5", "12.5"],
])("rounds an estimate of %s to %s, and never to nothing", (value, shown) => {
  expect(toCents(value)).toBe(shown);
});

it("takes a share of an amount to the decimals of its currency", () => {
  expect(proportion("1234.343918", "0.01", "0.01658")).toBe("744.48");
  expect(proportion("1234.343918", "0.01", "0.01658", 6)).toBe("744.477634");
});

it("leaves out the zeros that a price has beyond its decimals", () => {
  expect(withDecimals("579.500", 2)).toBe("579.50");
  expect(withDecimals("7.185", 2)).toBe("7.185");
  expect(withDecimals("263.5", 2)).toBe("263.50");
  expect(withDecimals("", 2)).toBe("");
});
