// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { intend, sendOnce } from "@/api/moneyAction";
import { customerStorage, storageOf } from "@/customerStorage";
import { rollFuture } from "@/money/positions";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { beginTexts } from "@/test/texts";
import { hideOwn } from "@/ui/Own";
import { toasts } from "@/ui/toast";
import { useShown } from "./shown";
import { tellFill } from "./tellFill";

let host: FakePlatform;
const order = {
  id: "7",
  side: "buy",
  position: "long",
  symbol: "AAPL",
  market: "UsStock",
  assetClass: "usStock",
  quantity: "10",
  filled: "4",
  stopPrice: null,
  trail: null,
  triggered: false,
  averagePrice: "227.31",
  status: "partlyFilled",
} as const;
const tell = (filled: Parameters<typeof tellFill>[0], before: string | undefined) =>
  tellFill(filled, before, async () => "Apple");
const told = () => toasts.get().map(({ text }) => text);

beforeEach(async () => {
  host = installPlatform();
  await beginTexts();
  toasts.set([]);
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it("says how much has filled, and at which price when all has", async () => {
  await tell(order, "0");
  await tell({ ...order, filled: "10", status: "filled" }, "4");
  expect(told()).toEqual([
    "Bought 4 of 10 Apple (AAPL) so far",
    "Bought 10 Apple (AAPL) at 227.31",
  ]);
});

it("says nothing of an order that changed and did not fill", async () => {
  await tell(order, "4");
  await tell({ ...order, status: "cancelled" }, "4.0");
  expect(told()).toEqual([]);
});

it("tells of an order that it did not know only what has just happened", async () => {
  await tell({ ...order, filled: "10", status: "filled" }, undefined);
  // Unknown orders may have filled long ago.
  await tell(order, undefined);
  await tell({ ...order, status: "expired" }, undefined);
  expect(told()).toEqual(["Bought 10 Apple (AAPL) at 227.31"]);
});

it("leaves it to the sheet that shows what became of the order, and to no other one", async () => {
  const sheet = document.createElement("div");
  sheet.setAttribute("role", "dialog");
  document.body.append(sheet);
  const { unmount } = renderHook(() => useShown(order.id));
  await tell(order, "0");
  expect(told()).toEqual([]);
  await tell({ ...order, id: "8" }, "0");
  expect(told()).toHaveLength(1);
  unmount();
  await tell({ ...order, filled: "5" }, "4");
  expect(told()).toHaveLength(2);
});

it("waits for the answer of what was just sent: it may be the order that its sheet will show", async () => {
  let answer = (_id: string) => {};
  const action = {
    ...{ name: "/stock/create" as const, changes: [], words: () => "", outcome: () => "" },
    send: () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  };
  const sent = sendOnce(action, intend(action.name, {}), "");
  const telling = [tell(order, "0"), tell({ ...order, id: "8" }, "0")];
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told()).toEqual([]);
  answer(order.id);
  await sent;
  renderHook(() => useShown(order.id));
  await Promise.all(telling);
  expect(told()).toHaveLength(1);
});

it("lets the system tell it while the app is not looked at", async () => {
  const notify = vi.spyOn(host, "notify");
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  customerStorage().set("fillNotices", "on");
  await tell({ ...order, side: "sell" }, "0");
  expect(notify).toHaveBeenCalledWith({
    ...{ title: "Plumbline", body: "Sold 4 of 10 Apple (AAPL) so far", tag: "7" },
    address: "/pages/trade/detail?code=AAPL&name=Apple&source=0&market=UsStock&id=7&type=order",
  });
  expect(told()).toEqual([]);
});

it("names no amount where amounts are hidden, neither in the app nor by the system", async () => {
  const notify = vi.spyOn(host, "notify");
  customerStorage().set("fillNotices", "on");
  hideOwn(true);
  await tell({ ...order, filled: "10", status: "filled" }, "0");
  expect(told()).toEqual(["Your order for Apple (AAPL) is filled"]);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await tell(order, "0");
  const body = "Your order for Apple (AAPL) is partly filled";
  expect(notify).toHaveBeenCalledWith(expect.objectContaining({ body }));
  hideOwn(false);
});

it("lets the system tell nothing that the customer has not asked for on this device", async () => {
  const notify = vi.spyOn(host, "notify");
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  // Another customer of this device has turned them on.
  storageOf("another").set("fillNotices", "on");
  await tell(order, "0");
  expect(notify).not.toHaveBeenCalled();
});

it("goes by the code where the name cannot be read, and asks for none while there is nothing to tell", async () => {
  const readName = vi.fn(async () => "");
  await tellFill({ ...order, status: "cancelled" }, "4", readName);
  expect(readName).not.toHaveBeenCalled();
  await tellFill(order, "0", readName);
  expect(told()).toEqual(["Bought 4 of 10 AAPL so far"]);
});

it("says of a pair which position was opened or closed", async () => {
  const pair = {
    ...order,
    symbol: "EURUSD",
    market: "Forex",
    assetClass: "forex",
    side: "sell",
  } as const;
  const filled = { filled: "10", status: "filled", averagePrice: "1.085" } as const;
  const readName = async () => "Euro/US Dollar";
  await tellFill({ ...pair, ...filled, position: "short" }, "4", readName);
  await tellFill({ ...pair, ...filled, position: "long", id: "8" }, "4", readName);
  expect(told()).toEqual([
    "Opened 10 EUR/USD short at 1.08500",
    "Closed 10 EUR/USD long at 1.08500",
  ]);
});

it("leaves the two orders of a roll to what the roll itself says", async () => {
  const half = (id: string) => ({
    ...{ id, orderType: 0, status: 1, version: 1, quantity: "2", filledQuantity: "2", fee: "3.00" },
    ...{ avgPrice: "7638.25", triggered: false, reason: null, legs: [] },
  });
  host.answer = async () => envelope(200, { closed: half("21"), opened: half("22") });
  await rollFuture.send({ id: "5", symbol: "ESH27" }, "key", "");
  const contract = {
    ...({ ...order, market: "Future", assetClass: "future", status: "filled" } as const),
    ...{ symbol: "ESH27", quantity: "2", filled: "2" },
  };
  await tell({ ...contract, id: "21", symbol: "ESZ26", side: "sell" }, undefined);
  await tell({ ...contract, id: "22" }, undefined);
  expect(told()).toEqual([]);
  await tell({ ...contract, id: "23" }, undefined);
  expect(told()).toHaveLength(1);
});
