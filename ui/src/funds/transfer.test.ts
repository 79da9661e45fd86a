import { expect, it } from "vitest";
import type { Rate } from "@/api/fundingOverview";
import type { Wallet } from "@/api/funds";
import { to } from "@/screens";
import { amountProblem, converted, rateBetween, ticketToReturnTo } from "./transfer";

const rates: Rate[] = [
  { from: "USD", to: "HKD", rate: "7.8", source: "a" },
  { from: "HKD", to: "USD", rate: "0.12820512", source: "a" },
];

it("finds the rate of a direction and does not invert one", () => {
  expect(rateBetween(rates, "USD", "HKD")?.rate).toBe("7.8");
  expect(rateBetween(rates.slice(0, 1), "HKD", "USD")).toBeUndefined();
  expect(rateBetween(undefined, "USD", "HKD")).toBeUndefined();
});

it.each([
  ["100", "7.8", "HKD", "780.00"],
  ["0.01", "7.8", "HKD", "0.07"],
  ["100", "0.12820512", "USD", "12.82"],
  ["99999999999.99", "7.8", "HKD", "779999999999.92"],
  ["100.01", "1", "USDT", "100.010000"],
  ["33.33", "1.00021", "USDT", "33.336999"],
  ["12.345678", "1", "USD", "12.34"],
  ["0.009999", "1", "USD", "0.00"],
])("%s at %s arrives in %s as %s, rounded down", (amount, rate, currency, expected) => {
  expect(converted(amount, rate, currency)).toBe(expected);
});

it.each([
  ["", "amount"],
  ["0", "amount"],
  ["0.00", "amount"],
  [".", "amount"],
  ["100.01", "insufficient"],
  ["100.00", "unsettled"],
  ["80.01", "unsettled"],
  ["80.00", null],
  ["80", null],
] as const)("of 100.00 available and 80.00 settled, moving %j is %s", (amount, expected) => {
  const from: Wallet = {
    type: "BALANCE",
    currency: "USD",
    balance: "150.00",
    held: "50.00",
    available: "100.00",
    transferable: "80.00",
    unsettled: [{ amount: "20.00", at: 7 }],
    version: 1,
  };
  expect(amountProblem(amount, from)).toBe(expected);
});

it("goes back to tickets alone", () => {
  const ticket = to("payForex", { code: "EURUSD", name: "", market: "Forex", direction: 1 });
  expect(ticketToReturnTo(ticket)).toBe(ticket);
  for (const other of [undefined, to("home"), "https://example.org", to("transfer")]) {
    expect(ticketToReturnTo(other)).toBeNull();
  }
});
