import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/api/errors";
import type { Order } from "@/api/types";
import { useConfirmation } from "./useConfirmation";

const order = { id: "1", status: 1 } as Order;
const send = vi.fn<(key: string) => Promise<Order>>();
const keys = () => send.mock.calls.map(([key]) => key);

function start() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useConfirmation(send), { wrapper });
  act(() => result.current.review());
  const confirm = async () => {
    act(() => void result.current.confirm());
    await waitFor(() => expect(result.current.busy).toBe(false));
  };
  return { result, confirm };
}

beforeEach(() => send.mockReset());

it("repeats an order whose answer was lost under the same key", async () => {
  const { result, confirm } = start();
  send.mockRejectedValueOnce(new NetworkError("gone"));
  await confirm();
  await waitFor(() => expect(result.current.unanswered).toBe(true));
  send.mockResolvedValueOnce(order);
  await confirm();
  await waitFor(() => expect(result.current.order).toBe(order));
  expect(keys()[1]).toBe(keys()[0]);
});

it("takes a new key after a refusal, since that was the answer to the old one", async () => {
  const { result, confirm } = start();
  send.mockRejectedValueOnce(new ApiError(409, "", { error: "stale_quote" }));
  await confirm();
  await waitFor(() => expect(result.current.error).toBeInstanceOf(ApiError));
  expect(result.current.unanswered).toBe(false);
  send.mockResolvedValueOnce(order);
  await confirm();
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(keys()[1]).not.toBe(keys()[0]);
});

it("takes a new key for every review, and forgets what became of the last", async () => {
  const { result, confirm } = start();
  send.mockResolvedValue(order);
  await confirm();
  await waitFor(() => expect(result.current.order).toBe(order));
  act(() => result.current.close());
  act(() => result.current.review());
  await waitFor(() => expect(result.current.order).toBeUndefined());
  await confirm();
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(keys()[1]).not.toBe(keys()[0]);
});
