import { describe, expect, it } from "vitest";
import {
  chainsOf,
  changedDetails,
  decodePayout,
  encodeNewPayout,
  noDetails,
  type PayoutDetails,
} from "./payouts";
import type { Wire } from "./wire";

const times = { createTimeTimestamp: "5", modifyTimeTimestamp: "6" };

describe("a saved account", () => {
  it.each<[Wire["PayoutReply"], object]>([
    [
      {
        ...{ id: "1", type: "card", accountNumber: "****3000", bankName: "A", accountName: "B" },
        ...{ swiftCode: "DEUTDEFF", city: "Bonn", ...times },
      },
      {
        ...{ id: "1", kind: "card", end: "****3000", hasCardNumber: false, savedAt: 5 },
        details: {
          ...noDetails,
          ...{ bankName: "A", accountName: "B", swiftCode: "DEUTDEFF", city: "Bonn" },
        },
      },
    ],
    [
      { id: "2", type: "card", cardNumber: "****1111", bankName: "A", ...times },
      {
        ...{ id: "2", kind: "card", end: "****1111", hasCardNumber: true, savedAt: 5 },
        details: { ...noDetails, bankName: "A" },
      },
    ],
    [
      {
        ...{ id: "3", type: "wallet", address: "****abcd", currency: "USDT", chain: "tron" },
        ...times,
      },
      {
        ...{ id: "3", kind: "wallet", end: "****abcd", hasCardNumber: false, savedAt: 5 },
        details: { ...noDetails, currency: "USDT", chain: "tron" },
      },
    ],
  ])("is read of %j", (wire, expected) => expect(decodePayout(wire)).toEqual(expected));
});

const saved: PayoutDetails = { ...noDetails, bankName: "A", city: "Bonn" };

it.each<[string, Partial<PayoutDetails>, object]>([
  ["nothing", {}, {}],
  ["what is new, without spaces around it", { city: " Köln " }, { city: "Köln" }],
  ["what was taken away, as empty", { city: "" }, { city: "" }],
  ["a number that was typed", { accountNumber: "DE89" }, { accountNumber: "DE89" }],
])("a change sends %s", (_what, typed, expected) =>
  expect(changedDetails({ ...saved, ...typed }, saved)).toEqual(expected),
);

it("a new account is sent with what was typed of it", () =>
  expect(
    encodeNewPayout("wallet", { ...noDetails, currency: "USDC", chain: "ethereum", address: "0x" }),
  ).toEqual({ type: "wallet", currency: "USDC", chain: "ethereum", address: "0x" }));

it.each([
  ["USDT", ["tron", "ethereum"]],
  ["BTC", ["bitcoin"]],
  ["constructor", []],
])("%s is on %j", (coin, chains) => expect(chainsOf(coin)).toEqual(chains));
