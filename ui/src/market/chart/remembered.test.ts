import { expect, it, vi } from "vitest";
import { remembered } from "./remembered";

it("writes each figure once, and does not keep all of them for ever", () => {
  const write = vi.fn((figure: number) => figure.toFixed(2));
  const format = remembered(write);
  expect([format(1), format(2), format(1)]).toEqual(["1.00", "2.00", "1.00"]);
  expect(write).toHaveBeenCalledTimes(2);
  for (let figure = 10; figure < 1_010; figure += 1) format(figure);
  expect(format(1)).toBe("1.00");
  expect(write).toHaveBeenCalledTimes(1_003);
});
