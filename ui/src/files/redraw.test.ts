import { expect, it } from "vitest";
import { canBeSent, USUAL_MAX_BYTES, within } from "./redraw";

const file = (size: number, type: string) => ({ size, type }) as Blob;

it.each([
  [USUAL_MAX_BYTES, "image/jpeg", true],
  [USUAL_MAX_BYTES + 1, "image/jpeg", false],
  [10, "image/webp", true],
  [10, "image/heic", false],
  [10, "", false],
])("of %i bytes as %s is sent as it is: %s", (size, type, expected) =>
  expect(canBeSent(file(size, type), USUAL_MAX_BYTES)).toBe(expected),
);

it.each([
  [4_000, 3_000, [2_400, 1_800]],
  [3_000, 4_000, [1_800, 2_400]],
  [1_600, 1_000, [1_600, 1_000]],
  [9_000, 1, [2_400, 1]],
])("keeps the shape of %i × %i", (width, height, expected) =>
  expect(within(width, height, 2_400)).toEqual(expected),
);
