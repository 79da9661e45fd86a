import { expect, it } from "vitest";
import { openListOf } from "./useOpenList";

it.each([
  ["market", undefined, "list"],
  ["market", "auctions", "auctions"],
  ["newStocks", undefined, "newStocks"],
  ["sectors", "newStocks", "sectors"],
  ["popular", undefined, "popular"],
  // A list's own screen is marked like those of the tab, and screens further right change nothing.
  ["crypto", "blocks", "list"],
  ["quoteStock", undefined, "list"],
  ["events", "blocks", "blocks"],
] as const)("beside the menu, %s (offer %s) shows %s", (name, offer, open) => {
  expect(openListOf(name, { offer })).toBe(open);
});
