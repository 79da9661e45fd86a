import { expect, it } from "vitest";
import { networkName } from "./names";

it.each([
  ["ethereum", "USDC", "Ethereum (ERC-20)"],
  ["tron", "USDT", "TRON (TRC-20)"],
  ["ethereum", "ETH", "Ethereum"],
  ["tron", "TRX", "TRON"],
  ["bitcoin", "BTC", "Bitcoin"],
] as const)("names the network %s of %s: %s", (chain, currency, name) =>
  expect(networkName(chain, currency)).toBe(name),
);
