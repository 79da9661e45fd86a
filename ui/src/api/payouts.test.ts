import { describe, expect, it } from "vitest";
import {
  changedDetails,
  decodePayout,
  encodeChange,
  encodeNewPayout,
  noDetails,
  type PayoutDetails,
} from "./payouts";
import type { Wire } from "./wire";

const times = { createTimeTimestamp: "5", modifyTimeTimestamp: "6" };

const none = { image: null, lockedUntil: null };

describe("a saved account", () => {
  it.each<[Wire["PayoutReply"], object]>([
    [
      {
        ...{ id: "1", type: "card", accountNumber: "****3000", bankName: "A", accountName: "B" },
        ...{ swiftCode: "DEUTDEFF", city: "Bonn", ...times },
      },
      {
        ...{ id: "1", kind: "card", end: "****3000", hasCardNumber: false, savedAt: 5, ...none },
        details: {
          ...noDetails,
          ...{ bankName: "A", accountName: "B", swiftCode: "DEUTDEFF", city: "Bonn" },
        },
      },
    ],
    [
      {
        ...{ id: "2", type: "card", cardNumber: "****1111", bankName: "A", ...times },
        ...{ imageUrl: "/file/9?expires=1&signature=0a", lockedUntilTimestamp: "77" },
      },
      {
        ...{ id: "2", kind: "card", end: "****1111", hasCardNumber: true, savedAt: 5 },
        ...{ image: "9", lockedUntil: 77 },
        details: { ...noDetails, bankName: "A" },
      },
    ],
    [
      {
        ...{ id: "3", type: "wallet", address: "****abcd", currency: "USDT", chain: "tron" },
        ...times,
      },
      {
        ...{ id: "3", kind: "wallet", end: "****abcd", hasCardNumber: false, savedAt: 5, ...none },
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

it("a new account is sent with what was typed of it", () => {
  const wallet = { currency: "USDC", chain: "ethereum", address: "0x" } as const;
  const typed = { ...noDetails, ...wallet, image: "" };
  expect(encodeNewPayout("wallet", typed)).toEqual({ type: "wallet", ...wallet });
  expect(encodeNewPayout("card", { ...saved, image: "9" })).toEqual({
    ...{ type: "card", bankName: "A", city: "Bonn", imageUrl: "/file/9" },
  });
});

it.each([
  [null, "", {}],
  ["9", "9", {}],
  [null, "9", { imageUrl: "/file/9" }],
  ["9", "", { imageUrl: "" }],
])("a card with the picture %j that gets %j is sent with %j", (image, typed, expected) => {
  const payout = { id: "1", kind: "card", end: "", hasCardNumber: false, savedAt: 5 } as const;
  const before = { ...payout, ...none, details: saved, image };
  expect(encodeChange(before, { ...saved, image: typed })).toEqual(expected);
});
