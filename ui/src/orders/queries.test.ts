// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { decodeOrder } from "@/api/orders";
import type { Wire } from "@/api/wire";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { takeOrder, workingOrders } from "./queries";

let host: FakePlatform;
let client: QueryClient;
let nextId = 0;

/** Each test has its own orders: pushed ones are stored for as long as the app runs. */
const freshOrder = () => {
  nextId += 1;
  return {
    id: `order-${nextId}`,
    orderType: 0,
    status: 0,
    version: 1,
    name: "Apple",
  } as Wire["NamedOrder"];
};

function listing(rows: Wire["NamedOrder"][]): void {
  const page = { pageNum: 1, pageSize: 100, total: rows.length };
  const body = JSON.stringify({ code: 200, msg: "", data: { list: rows, page } });
  host.answer = () => new Response(body, { headers: { "Content-Type": "application/json" } });
}

const listed = () => client.getQueryData(workingOrders.queryKey);

beforeEach(() => {
  host = installPlatform("token");
  client = new QueryClient();
});

it("changes a listed order in place and keeps the name that a push does not carry", async () => {
  const order = freshOrder();
  listing([order]);
  await client.fetchQuery(workingOrders);
  takeOrder(client, { id: order.id, version: 2, status: "partlyFilled", filled: "4" });
  expect(listed()).toEqual([
    { ...decodeOrder(order), version: 2, status: "partlyFilled", filled: "4" },
  ]);
});

it("takes an order that has ended from the list, even out of a reply that left before", async () => {
  const order = freshOrder();
  takeOrder(client, { id: order.id, version: 2, status: "filled" });
  listing([order]);
  expect(await client.fetchQuery(workingOrders)).toEqual([]);
});

it("leaves an older push without effect", async () => {
  const order = { ...freshOrder(), version: 5, status: 3 as const };
  listing([order]);
  await client.fetchQuery(workingOrders);
  takeOrder(client, { id: order.id, version: 4, status: "cancelled" });
  expect(listed()).toEqual([decodeOrder(order)]);
});

it("reads the list again for an order that it does not know", async () => {
  listing([]);
  await client.fetchQuery(workingOrders);
  const invalidate = vi.spyOn(client, "invalidateQueries");
  takeOrder(client, decodeOrder(freshOrder()));
  expect(invalidate).toHaveBeenCalledWith({ queryKey: workingOrders.queryKey });
});
