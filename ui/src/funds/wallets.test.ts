import { expect, it } from "vitest";
import type { Wallet } from "@/api/types";
import { newerWallets } from "./wallets";

const wallet = (walletType: Wallet["walletType"], balance: string, version: number): Wallet => ({
  walletType,
  currency: "USD",
  balance,
  usedBalance: "0.00",
  availableBalance: balance,
  version,
});

it("takes a push that is newer than the reply, and keeps the order", () => {
  const known = [wallet("BALANCE", "10.00", 3), wallet("STOCK", "0.00", 1)];
  expect(newerWallets(known, [wallet("BALANCE", "20.00", 4)])).toEqual([
    wallet("BALANCE", "20.00", 4),
    wallet("STOCK", "0.00", 1),
  ]);
});

it("drops a reply that a push has overtaken", () => {
  const known = [wallet("BALANCE", "20.00", 4)];
  expect(newerWallets(known, [wallet("BALANCE", "10.00", 3)])).toEqual(known);
});

it("adds a wallet that is new", () => {
  const known = [wallet("BALANCE", "5.00", 1)];
  const told = [wallet("BALANCE", "5.00", 1), wallet("STOCK", "1.00", 1)];
  expect(newerWallets(known, told)).toEqual(told);
});
