import { expect, it } from "vitest";
import type { InstrumentDetail } from "@/api/market";
import { testInstrument, testQuote } from "@/test/instrument";
import { sessionOf } from "./sessionOf";

const shut = (isOnBreak: boolean, openAroundTheClock = false) =>
  ({
    ...testInstrument({ quote: testQuote({ session: "closed" }) }),
    openAroundTheClock,
    isOnBreak,
  }) as InstrumentDetail;

it("tells a pause within the day from its end", () => {
  expect(sessionOf(shut(true))).toBe("lunch");
  expect(sessionOf(shut(false))).toBe("closed");
});

it("is open around the clock where paper keeps it so", () => {
  expect(sessionOf(shut(true, true))).toBe("regular");
});
