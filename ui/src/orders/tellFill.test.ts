import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { customerStorage, storageOf } from "@/customerStorage";
import { loadLanguage } from "@/i18n";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { hideOwn } from "@/ui/Own";
import { toasts } from "@/ui/toast";
import { tellFill } from "./tellFill";

let host: FakePlatform;
const order = {
  id: "7",
  side: "buy",
  position: "long",
  symbol: "AAPL",
  assetClass: "usStock",
  quantity: "10",
  filled: "4",
  averagePrice: "227.31",
  status: "partlyFilled",
} as const;
const told = () => toasts.get().map(({ text }) => text);

beforeEach(async () => {
  host = installPlatform();
  await loadLanguage();
  toasts.set([]);
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it("says how much has filled, and at which price when all has", async () => {
  await tellFill(order, "0");
  await tellFill({ ...order, filled: "10", status: "filled" }, "4");
  expect(told()).toEqual(["Bought 4 of 10 AAPL so far", "Bought 10 AAPL at 227.31"]);
});

it("says nothing of an order that changed and did not fill", async () => {
  await tellFill(order, "4");
  await tellFill({ ...order, status: "cancelled" }, "4.0");
  expect(told()).toEqual([]);
});

it("tells of an order that it did not know only what has just happened", async () => {
  await tellFill({ ...order, filled: "10", status: "filled" }, undefined);
  // What was filled of these may have been so since yesterday.
  await tellFill(order, undefined);
  await tellFill({ ...order, status: "expired" }, undefined);
  expect(told()).toEqual(["Bought 10 AAPL at 227.31"]);
});

it("leaves it to the sheet that shows what became of the order", async () => {
  const sheet = document.createElement("div");
  sheet.setAttribute("role", "dialog");
  document.body.append(sheet);
  await tellFill(order, "0");
  expect(told()).toEqual([]);
});

it("lets the system tell it while the app is not looked at", async () => {
  const notify = vi.spyOn(host, "notify");
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  customerStorage().set("fillNotices", "on");
  await tellFill({ ...order, side: "sell" }, "0");
  expect(notify).toHaveBeenCalledWith("Plumbline", "Sold 4 of 10 AAPL so far", "7");
  expect(told()).toEqual([]);
  hideOwn(true);
  await tellFill({ ...order, side: "sell" }, "0");
  expect(notify).toHaveBeenLastCalledWith("Plumbline", "An order of yours has filled", "7");
  hideOwn(false);
});

it("lets the system tell nothing that the customer has not asked for on this device", async () => {
  const notify = vi.spyOn(host, "notify");
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  // Another customer of this device has.
  storageOf("another").set("fillNotices", "on");
  await tellFill(order, "0");
  expect(notify).not.toHaveBeenCalled();
});

it("says of a pair which position was opened or closed", async () => {
  const pair = { ...order, symbol: "EURUSD", assetClass: "forex", side: "sell" } as const;
  const filled = { filled: "10", status: "filled", averagePrice: "1.085" } as const;
  await tellFill({ ...pair, ...filled, position: "short" }, "4");
  await tellFill({ ...pair, ...filled, position: "long", id: "8" }, "4");
  expect(told()).toEqual(["Opened 10 EURUSD short at 1.08500", "Closed 10 EURUSD long at 1.08500"]);
});
