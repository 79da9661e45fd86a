import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { Wallet } from "./funds";
import { families } from "./keys";
import { newerWallets, takeWallet, walletOf, wallets } from "./wallets";

const wallet = (type: Wallet["type"], balance: string, version: number): Wallet => ({
  type,
  currency: "USD",
  balance,
  held: "0.00",
  available: balance,
  transferable: balance,
  unsettled: [],
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

it("shows a push in the one list that every screen reads, and has what is summed from it read again", async () => {
  const client = new QueryClient();
  client.setQueryData(wallets.queryKey, [wallet("BALANCE", "5.00", 1), wallet("STOCK", "9.00", 1)]);
  client.setQueryData(families.bill, []);
  takeWallet(client, wallet("STOCK", "4.00", 2));
  const known = client.getQueryData(wallets.queryKey);
  expect(walletOf(known, "STOCK")?.balance).toBe("4.00");
  expect(client.getQueryState(families.bill)?.isInvalidated).toBe(true);
});
