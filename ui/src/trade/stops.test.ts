import { expect, it } from "vitest";
import type { Side } from "@/api/orders";
import type { Trail } from "@/api/orderTerms";
import { dearestOf, reachedBy, stopBehind, toTick } from "./stops";

/** The worked examples of the server's own trailing stops (`server/core/src/orders/trail.rs`). */
it.each<[Side, Trail, string, string]>([
  ["sell", { amount: "1.00" }, "102.00", "101.00"],
  ["sell", { percent: "0.5" }, "102.00", "101.49"],
  ["sell", { percent: "0.5" }, "101.00", "100.49"],
  ["buy", { amount: "1.00" }, "102.00", "103.00"],
  ["buy", { percent: "0.5" }, "101.00", "101.51"],
  ["buy", { percent: "99.99" }, "100.00", "199.99"],
  ["sell", { percent: "99.99" }, "100.00", "0.01"],
  ["sell", { percent: "99.99" }, "99.99", ""],
  ["sell", { amount: "100.00" }, "100.00", ""],
  ["sell", { amount: "0.000001" }, "100.00", "99.99"],
  ["buy", { amount: "0.000001" }, "100.00", "100.01"],
  ["buy", { percent: "" }, "100.00", ""],
  ["sell", { amount: "1" }, "", ""],
])("a stop to %s stays %o behind %s, at %s", (side, trail, price, stop) => {
  const found = stopBehind(price, trail, side, "0.01");
  if (stop === "") expect(found).toBe("");
  else expect(Number(found)).toBe(Number(stop));
});

/** The server's own table of stops on either side of the market (`server/core/src/orders/stop.rs`). */
it.each<["last" | "quote", Side, string, string, string | null]>([
  ["last", "buy", "100.00", "100.02", null],
  ["last", "buy", "100.00", "100.01", "100.01"],
  ["last", "buy", "100.05", "100.05", "100.05"],
  ["quote", "buy", "100.05", "100.05", null],
  ["last", "sell", "100.00", "99.98", null],
  ["last", "sell", "100.00", "99.99", "99.99"],
  ["last", "sell", "99.90", "99.95", "99.90"],
  ["quote", "sell", "99.90", "99.95", null],
  ["last", "sell", "", "99.98", null],
  ["last", "buy", "100.00", "", null],
  ["last", "buy", "100.00", "99.00", "100.01"],
  ["last", "sell", "100.00", "101.00", "99.99"],
])(
  "by the %s, a stop to %s with the last price %s at %s is reached by %s",
  (by, side, last, stop, reached) => {
    expect(reachedBy(by, side, stop, { last, bid: "99.99", ask: "100.01" })).toBe(reached);
  },
);

it("rounds to the nearest step, and never to nothing", () => {
  expect(toTick("10.074", "0.05")).toBe("10.05");
  expect(toTick("10.075", "0.05")).toBe("10.1");
  expect(toTick("0.001", "0.05")).toBe("0.05");
  expect(toTick("", "0.05")).toBe("");
});

/** What the server holds money for (`worst_price` in `server/core/src/orders/place.rs`, `dearest` in `order.rs`). */
it.each<[Side, string, string | null, string | null, string, string]>([
  ["buy", "190.00", null, "5.00", "0.01", "199.5"],
  ["buy", "190.01", null, "5.00", "0.01", "199.52"],
  ["buy", "1.10001", null, "1.00", "0.00001", "1.11102"],
  ["buy", "190.00", "191.00", "5.00", "0.01", "191.00"],
  ["buy", "", "191.00", "5.00", "0.01", "191.00"],
  ["sell", "1.10001", null, "1.00", "0.00001", "1.10001"],
  ["sell", "1.10001", "1.09000", "1.00", "0.00001", "1.10001"],
  ["sell", "1.10001", "1.11000", "1.00", "0.00001", "1.11000"],
  ["sell", "1.10001", "", "1.00", "0.00001", "1.10001"],
  ["buy", "190.00", null, null, "0.01", ""],
  ["buy", "", null, "5.00", "0.01", ""],
  ["sell", "", null, "5.00", "0.01", ""],
])(
  "money for a %s at a stop of %s with a limit of %s is held, within %s percent, in steps of %s, for %s",
  (...given) => {
    const [side, stop, limit, range, tick, price] = given;
    expect(dearestOf({ side, stop, limit, range, tick })).toBe(price);
  },
);
