import { expect, it } from "vitest";
import type { InstrumentDetail } from "@/api/market";
import { testInstrument, testQuote } from "@/test/instrument";
import { sessionOf } from "./sessionOf";

const at = (time: string) => Date.parse(`2026-11-23T${time}+08:00`);
const shut = (market: string, opens: string) =>
  ({
    ...testInstrument({ market, quote: testQuote({ session: "closed" }) }),
    openAroundTheClock: false,
    sessionOpensAt: at(opens),
  }) as InstrumentDetail;

it("tells the pause at noon from the evening and the morning", () => {
  expect(sessionOf(shut("HK", "13:00"), at("12:10"))).toBe("lunch");
  expect(sessionOf(shut("HK", "09:30"), at("09:10"))).toBe("closed");
  expect(sessionOf(shut("HK", "13:00"), at("08:00"))).toBe("closed");
  expect(sessionOf(shut("UsStock", "13:00"), at("12:10"))).toBe("closed");
});

it("is open around the clock where paper keeps it so", () => {
  const always = { ...shut("HK", "13:00"), openAroundTheClock: true };
  expect(sessionOf(always, at("12:10"))).toBe("regular");
});
