import { describe, expect, it } from "vitest";
import type { Sector } from "@/api/sectors";
import { heatOf } from "./HeatMap";
import { layoutOf, NAME_PX, strengthOf } from "./layout";

const stock = (symbol: string, turnover: string) => ({
  symbol,
  market: "UsStock",
  name: symbol,
  changePercent: "1.00",
  turnover,
});

const sector = (key: string, ...stocks: ReturnType<typeof stock>[]): Sector => ({
  key,
  name: key,
  turnover: "0",
  changePercent: "1.00",
  risen: 1,
  fallen: 0,
  unchanged: 0,
  stocks,
});

const SECTORS = [
  sector("Energy", stock("XOM", "300.00"), stock("CVX", "100.00")),
  sector("Utilities", stock("NEE", "200.00")),
  sector("Silent", stock("ZZZ", "0.00")),
];

describe("the map of industries", () => {
  it("gives each what was traded, inside the room that there is, and nothing lies over another", () => {
    const { stocks, sectors } = layoutOf(SECTORS, 600, 400);
    const [xom, cvx, nee] = stocks.map(({ width, height }) => width * height);
    expect((xom ?? 0) / (cvx ?? 1)).toBeGreaterThan(2.5);
    expect((xom ?? 0) / (cvx ?? 1)).toBeLessThan(3.5);
    expect(nee).toBeGreaterThan(cvx ?? 0);
    for (const { x, y, width, height } of [...stocks, ...sectors]) {
      expect(x >= 0 && y >= 0 && x + width <= 600 && y + height <= 400).toBe(true);
    }
    for (const one of stocks) {
      for (const other of stocks) {
        const apart =
          one === other ||
          one.width * other.width === 0 ||
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        expect(apart, `${one.of.symbol} and ${other.of.symbol}`).toBe(true);
      }
    }
    const energy = sectors.find(({ of }) => of.key === "Energy");
    expect(stocks[0]?.y).toBe((energy?.y ?? 0) + NAME_PX);
  });

  it("draws nothing of nothing", () => {
    expect(layoutOf([], 300, 200)).toEqual({ sectors: [], stocks: [] });
  });

  it("colours by the change, up to where there is no stronger colour", () => {
    expect(["0.00", "-1.50", "3.00", "-9.00", null].map(strengthOf)).toEqual([0, 0.5, 1, 1, 0]);
    expect(heatOf("1.00").background).toContain("var(--rise)");
    expect(heatOf("-1.00").background).toContain("var(--fall)");
    expect(heatOf("0.00").background).toBe("var(--sunken)");
  });
});
