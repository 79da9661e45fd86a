import { expect, it } from "vitest";
import { rungsOf, stepsOf } from "./bookSteps";

const level = (price: string, size: string) => ({ price, size });

it("adds up what is offered to each level", () => {
  const bids = [level("10.03", "0.1"), level("10.02", "0.2"), level("10.00", "3")];
  expect(rungsOf(bids, "0.01", "bid").map(({ total }) => total)).toEqual(["0.1", "0.3", "3.3"]);
  expect(rungsOf(bids, null, "bid")).toHaveLength(3);
  expect(rungsOf([], "0.01", "ask")).toEqual([]);
});

it("puts bids together at the step below and asks at the step above", () => {
  const bids = [level("10.03", "1"), level("10.01", "2"), level("9.99", "4")];
  expect(rungsOf(bids, "0.05", "bid")).toEqual([
    { price: "10", size: "3", total: "3" },
    { price: "9.95", size: "4", total: "7" },
  ]);
  const asks = [level("10.04", "1"), level("10.05", "2"), level("10.06", "4")];
  expect(rungsOf(asks, "0.05", "ask")).toEqual([
    { price: "10.05", size: "3", total: "3" },
    { price: "10.1", size: "4", total: "7" },
  ]);
});

it("has steps of whole ticks", () => {
  expect(stepsOf("0.001")).toEqual(["0.001", "0.002", "0.005", "0.01"]);
  expect(stepsOf(null)).toEqual([]);
});
