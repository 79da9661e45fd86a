import { expect, it } from "vitest";
import { decodePrices } from "./orderTerms";

it("reads the prices of a reply that was kept before replies named their type", () => {
  const kept = [
    [{}, "market"],
    [{ price: "290.00" }, "limit"],
    [{ stopPrice: "280.00" }, "stop"],
    [{ stopPrice: "280.00", price: "279.00" }, "stopLimit"],
    [{ trailAmount: "1.50", stopPrice: "278.50" }, "trailingStop"],
    [{ trailPercent: "2", trailPrice: "277.00" }, "trailingStop"],
  ] as const;
  for (const [wire, type] of kept) expect(decodePrices(wire).type).toBe(type);
  expect(decodePrices({ orderType: 0, price: "290.00" }).type).toBe("market");
});
