import { expect, it } from "vitest";
import type { MarketStatus } from "@/api/marketStatus";
import { sessionOf } from "./sessionOf";

const shut = (isOnBreak: boolean, openAroundTheClock = false): MarketStatus => ({
  ...{ session: "closed", opensAt: null, closesAt: null, holiday: null, halts: [] },
  openAroundTheClock,
  isOnBreak,
});

it("tells a pause within the day from its end", () => {
  expect(sessionOf(shut(true))).toBe("lunch");
  expect(sessionOf(shut(false))).toBe("closed");
});

it("is open around the clock where paper keeps it so", () => {
  expect(sessionOf(shut(true, true))).toBe("regular");
});
