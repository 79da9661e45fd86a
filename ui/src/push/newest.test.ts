import { expect, it } from "vitest";
import { NewestRows } from "./newest";

interface Row {
  id: string;
  version: number;
  name: string;
  status: number;
}

it("keeps a reply that a push overtook from winning", () => {
  const newest = new NewestRows<Row>();
  newest.take({ id: "1", version: 3, status: 1 });
  const late = { id: "1", version: 2, name: "Apple", status: 0 };
  expect(newest.over(late)).toEqual({ id: "1", version: 3, name: "Apple", status: 1 });
});

it("leaves a reply alone that is as new or newer, and what was never pushed", () => {
  const newest = new NewestRows<Row>();
  newest.take({ id: "1", version: 3, status: 1 });
  const current = { id: "1", version: 3, name: "Apple", status: 0 };
  const other = { id: "2", version: 1, name: "Tesla", status: 0 };
  expect(newest.over(current)).toBe(current);
  expect(newest.over(other)).toBe(other);
});

it("refuses what it already knows and what is older", () => {
  const newest = new NewestRows<Row>();
  expect(newest.take({ id: "1", version: 2 })).toBe(true);
  expect(newest.take({ id: "1", version: 2 })).toBe(false);
  expect(newest.take({ id: "1", version: 1 })).toBe(false);
});
