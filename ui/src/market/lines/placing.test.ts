import { expect, it } from "vitest";
import { placesOf } from "./placing";

const spot = (id: string, y: number, hasHandle = true) => ({ id, y, hasHandle });
const placed = (spots: ReturnType<typeof spot>[], height = 200, inset = 0) => [
  ...placesOf(spots, height, inset),
];

it("puts handle and label on a line that has room", () => {
  expect(placed([spot("a", 50), spot("b", 120)])).toEqual([
    ["a", { y: 50, beyond: null, label: 50, column: 0 }],
    ["b", { y: 120, beyond: null, label: 120, column: 0 }],
  ]);
});

it("keeps a line out of view at the edge beyond which it lies, under the figures at the top, the nearest one innermost", () => {
  const places = placed([spot("low", 900), spot("far", -300), spot("near", -20)], 200, 16);
  expect(places).toEqual([
    ["far", { y: 28, beyond: "above", label: 25, column: 0 }],
    ["near", { y: 28, beyond: "above", label: 43, column: 1 }],
    ["low", { y: 200, beyond: "below", label: 191, column: 0 }],
  ]);
});

it("sets handles side by side that a finger could not part, and none for a line that stays", () => {
  const lines = [spot("a", 100), spot("b", 110, false), spot("c", 120), spot("d", 144)];
  const columns = placed(lines).map(([id, { column }]) => [id, column]);
  expect(columns).toEqual([
    ["a", 0],
    ["b", 0],
    ["c", 1],
    ["d", 0],
  ]);
});

it("moves labels apart, and back up from the bottom", () => {
  const labels = (ys: number[]) =>
    placed(ys.map((y, index) => spot(String(index), y))).map(([, { label }]) => label);
  expect(labels([100, 105, 108])).toEqual([100, 118, 136]);
  expect(labels([184, 188, 195])).toEqual([155, 173, 191]);
  expect(labels([2])).toEqual([9]);
});
