import { expect, it } from "vitest";
import { besideTags } from "./axisLabels";

const format = (price: number) => price.toFixed(2);
/** Ten pixels per dollar, from 300 down. */
const heightOf = (price: number) => (300 - price) * 10;

it("leaves out the labels that a tag would print over, and no other", () => {
  expect(besideTags([270, 265, 260], [260.4], heightOf, format)).toEqual(["270.00", "265.00", ""]);
  expect(besideTags([270, 265, 260], [268.4, 266.6], heightOf, format)).toEqual([
    "270.00",
    "265.00",
    "260.00",
  ]);
  expect(besideTags([270, 265, 260], [269, 264], heightOf, format)).toEqual(["", "", "260.00"]);
});

it("leaves all of them while nothing is drawn", () => {
  expect(besideTags([270, 260], [260], () => null, format)).toEqual(["270.00", "260.00"]);
});
