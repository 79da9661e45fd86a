import { expect, it } from "vitest";
import { decodeUsable, encodeUsable } from "./usable";

it("reads what can be withdrawn, and why", () =>
  expect(
    decodeUsable({
      ...{ usable: "90.00", currency: "USD", lines: [{ name: "balance", amount: "90.00" }] },
      methods: [{ method: "card", fee: "0.00", minAmount: "0.01" }],
      locks: [{ name: "cooling_off", untilTimestamp: "77" }],
      ...{ identityRequired: true, suspense: [{ currency: "USDT", amount: "0.40" }] },
      ...{ addressLockSeconds: 60, coolingOffSeconds: 120, creditHoldSeconds: 0 },
    }),
  ).toEqual({
    ...{ usable: "90.00", currency: "USD", lines: [{ name: "balance", amount: "90.00" }] },
    ...{ ways: [{ kind: "card", fee: "0.00", minimum: "0.01" }] },
    ...{ rate: null, rateSource: null, rateSince: null, needsIdentity: true },
    ...{ locks: [{ name: "cooling_off", until: 77 }] },
    ...{ suspense: [{ currency: "USDT", amount: "0.40" }] },
    waits: { address: 60, coolingOff: 120, credit: 0 },
  }));

it("is asked for in a currency, to a saved account", () =>
  expect(encodeUsable("EUR", "7")).toEqual({ currency: "EUR", accountId: "7" }));
