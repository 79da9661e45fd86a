import { describe, expect, it } from "vitest";
import { decodeOverview } from "./fundingOverview";
import {
  type DepositStatus,
  decodeChannel,
  decodeDepositMessage,
  decodeTransfer,
  decodeWallet,
  type TransferStatus,
} from "./funds";
import { aboutDeposit, decodeNewDeposit, encodeDeposit } from "./newDeposit";
import type { Wire } from "./wire";

it("reads a wallet", () =>
  expect(
    decodeWallet({
      ...{ walletType: "STOCK", currency: "USD", balance: "150.00", usedBalance: "50.00" },
      ...{ availableBalance: "100.00", version: 4 },
      transferableBalance: "90.00",
      unsettled: [{ amount: "10.00", settleTimestamp: "7" }],
    }),
  ).toEqual({
    ...{ type: "STOCK", currency: "USD", balance: "150.00", held: "50.00" },
    ...{ available: "100.00", version: 4, transferable: "90.00" },
    unsettled: [{ amount: "10.00", at: 7 }],
  }));

it("reads what the account is worth, with its past", () =>
  expect(
    decodeOverview({
      ...{ currency: "USD", cash: "1.00", marketValue: "2.00", totalAssets: "3.00" },
      ...{ todayProfit: "0.10", todayProfitRatio: "3.45", hkTodayProfit: "7.80" },
      ...{
        unrealizedProfit: "0.20",
        hkUnrealizedProfit: "0.00",
        marginProfit: "0.00",
        history: [[5, "2.90"]],
        rates: [],
      },
    }),
  ).toEqual({
    ...{ currency: "USD", marketValue: "2.00", total: "3.00", todayProfit: "0.10" },
    ...{
      todayProfitPercent: "3.45",
      hongKongTodayProfit: "7.80",
      history: [{ at: 5, total: "2.90" }],
      rates: [],
    },
  }));

it.each<[Wire["TransferStatus"], TransferStatus]>([
  [0, "pending"],
  [1, "completed"],
  [2, "cancelled"],
])("reads a transfer of status %i as %s", (status, expected) =>
  expect(
    decodeTransfer({
      ...{ id: "7", status, from: "BALANCE", to: "HK_STOCK", rate: "7.8" },
      ...{ fromAmount: "1.00", fromCurrency: "USD", toAmount: "7.80", toCurrency: "HKD" },
      ...{ quoteId: "71", createTimeTimestamp: "6" },
    }),
  ).toEqual({
    ...{ id: "7", status: expected, from: "BALANCE", to: "HK_STOCK", rate: "7.8", at: 6 },
    quoteId: "71",
    sent: { amount: "1.00", currency: "USD" },
    received: { amount: "7.80", currency: "HKD" },
  }),
);

describe("a deposit", () => {
  const told = {
    ...{ kind: "deposit", id: "9", channel: "wallet", amount: "100", currency: "USDT" },
    ...{ creditAmount: "100.00", creditCurrency: "USD", createTimeTimestamp: "5" },
    ...{ status: 0, cancelTimestamp: "6" },
  };

  it("is read of a message that is about one", () => {
    expect(decodeDepositMessage(told)).toEqual({
      ...{ id: "9", kind: "wallet", status: "pending", rate: null, reason: null },
      proof: null,
      network: null,
      coins: null,
      sent: { amount: "100", currency: "USDT" },
      credit: { amount: "100.00", currency: "USD" },
      ...{ announcedAt: 5, reviewedAt: null, reviewedBy: null, cancelledAt: 6 },
    });
    expect(decodeDepositMessage({ ...told, kind: "withdrawal" })).toBeNull();
  });

  it("names the picture of its proof", () => {
    const proofUrl = "/file/7?expires=1&signature=0a";
    expect(decodeDepositMessage({ ...told, proofUrl })).toMatchObject({ proof: "7" });
  });

  it("of coins has a chain, and no credit before its confirmations", () => {
    const coins = {
      ...{ ...told, creditAmount: null, network: "Ethereum (ERC-20)" },
      ...{ transaction: "ab12", outputIndex: 0, confirmations: 3, confirmationsNeeded: 12 },
    };
    expect(decodeDepositMessage(coins)).toMatchObject({
      credit: { amount: null, currency: "USD" },
      network: "Ethereum (ERC-20)",
      coins: { transaction: "ab12", confirmations: 3, needed: 12 },
    });
  });

  it.each<[number, DepositStatus]>([
    [0, "pending"],
    [1, "completed"],
    [2, "failed"],
    [3, "cancelled"],
    [4, "suspense"],
    [17, "other"],
  ])("of status %i is %s", (status, expected) =>
    expect(decodeDepositMessage({ ...told, status })?.status).toBe(expected),
  );

  it("that is announced is written, and read back", () => {
    const asked = { kind: "fiat", currency: "EUR", amount: "100", proof: null } as const;
    expect(encodeDeposit(asked)).toEqual({ channel: "fiat", currency: "EUR", amount: "100" });
    expect(decodeNewDeposit(encodeDeposit(asked))).toEqual(asked);
    const proved = { ...asked, proof: "7" };
    expect(encodeDeposit(proved)).toMatchObject({ proofUrl: "/file/7" });
    expect(decodeNewDeposit(encodeDeposit(proved))).toEqual(proved);
    expect(aboutDeposit(encodeDeposit(proved))).toEqual(aboutDeposit(encodeDeposit(asked)));
  });

  it("comes through a channel", () =>
    expect(
      decodeChannel({
        ...{ channel: "fiat", currency: "EUR", minAmount: "1.00", maxAmount: "9.00" },
        ...{ creditCurrency: "USD", rate: "1.0411", rateSource: "ecb_reference", paper: true },
        proofNeeded: true,
      }),
    ).toEqual({
      ...{ kind: "fiat", currency: "EUR", minimum: "1.00", maximum: "9.00" },
      ...{ creditCurrency: "USD", rate: "1.0411", rateSource: "ecb_reference", rateSince: null },
      ...{ network: null, confirmations: null, paper: true, proofNeeded: true },
    }));
});
