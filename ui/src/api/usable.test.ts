import { expect, it } from "vitest";
import { noDetails, type Payout } from "./payouts";
import { decodeUsable, encodeUsable, isSentTo, type SentCurrency } from "./usable";
import type { Wire } from "./wire";

const wire: Wire["UsableReply"] = {
  ...{ usable: "90.00", currency: "USD", lines: [{ name: "balance", amount: "90.00" }] },
  methods: [{ method: "card", fee: "0.00", minAmount: "0.01" }],
  sent: [{ method: "wallet", currency: "USDC", chains: ["ethereum"] }],
  locks: [{ name: "cooling_off", untilTimestamp: "77" }],
  ...{ identityRequired: true, suspense: [{ currency: "USDT", amount: "0.40" }] },
  ...{ addressLockSeconds: 60, coolingOffSeconds: 120, creditHoldSeconds: 0 },
};

it("reads what can be withdrawn, and why", () =>
  expect(decodeUsable(wire)).toEqual({
    ...{ usable: "90.00", currency: "USD", lines: [{ name: "balance", amount: "90.00" }] },
    ...{ ways: [{ kind: "card", fee: "0.00", minimum: "0.01" }] },
    ...{ sent: [{ kind: "wallet", currency: "USDC", chains: ["ethereum"] }] },
    ...{ rate: null, rateSource: null, rateSince: null, needsIdentity: true },
    ...{ locks: [{ name: "cooling_off", until: 77 }] },
    ...{ suspense: [{ currency: "USDT", amount: "0.40" }] },
    waits: { address: 60, coolingOff: 120, credit: 0 },
  }));

it("reads it also from an older server, which does not say what is sent", () => {
  const { sent: _, ...older } = wire;
  const read = decodeUsable(older as typeof wire);
  expect(read).toEqual({ ...decodeUsable(wire), sent: null });
});

it("is asked for in a currency, to a saved account", () =>
  expect(encodeUsable("EUR", "7")).toEqual({ currency: "EUR", accountId: "7" }));

const sent: SentCurrency[] = [
  { kind: "card", currency: "USD", chains: [] },
  { kind: "wallet", currency: "USDT", chains: ["tron"] },
];

it.each<[Payout["kind"], Partial<Payout["details"]>, boolean]>([
  ["card", {}, true],
  ["wallet", { currency: "USDT", chain: "tron" }, true],
  ["wallet", { currency: "USDT", chain: "ethereum" }, false],
  ["wallet", { currency: "BTC", chain: "bitcoin" }, false],
])("to a %s of %j something is sent: %s", (kind, details, expected) => {
  const saved = { id: "7", kind, end: "", hasCardNumber: false, image: null } as const;
  const payout = { ...saved, lockedUntil: null, savedAt: 5, details: { ...noDetails, ...details } };
  expect(isSentTo(sent, payout)).toBe(expected);
});
