import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { testUser } from "@/test/user";
import { ApiError, NetworkError } from "./errors";
import { useMoneyAction } from "./useMoneyAction";

interface Body {
  amount: string;
}

const send = vi.fn<(body: Body, key: string, secret: string) => Promise<string>>();
const keys = () => send.mock.calls.map(([, key]) => key);
const bodies = () => send.mock.calls.map(([body]) => body);
const lost = new NetworkError("gone");
const refused = (code: number, error: string) => new ApiError(code, "", { error });

let host: FakePlatform;

beforeEach(async () => {
  host = installPlatform();
  send.mockReset();
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
  await endSession();
});

/** A screen that offers the action, opened anew. */
function openScreen() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(
    () => useMoneyAction({ name: "/move", send, changes: [["wallets"]] }),
    { wrapper },
  );
  const screen = {
    result,
    client,
    unmount,
    review: (amount: string) => act(() => result.current.review({ amount })),
    close: () => act(() => result.current.close()),
    confirm: async (secret?: string) => {
      const before = send.mock.calls.length;
      act(() => void result.current.confirm(secret));
      await waitFor(() => expect(send.mock.calls.length).toBe(before + 1));
      await waitFor(() => expect(result.current.busy).toBe(false));
    },
  };
  return screen;
}

it("repeats under the same key what got no answer", async () => {
  const screen = openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  expect(screen.result.current.unanswered).toBe(true);
  send.mockResolvedValueOnce("done");
  await screen.confirm();
  expect(screen.result.current.answer).toBe("done");
  expect(screen.result.current.unanswered).toBe(false);
  expect(keys()[1]).toBe(keys()[0]);
});

it("sends at once or not at all, whatever the browser thinks of the network", async () => {
  onlineManager.setOnline(false);
  const screen = openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  expect(screen.result.current.unanswered).toBe(true);
  act(() => onlineManager.setOnline(true));
  await screen.client.resumePausedMutations();
  expect(send).toHaveBeenCalledTimes(1);
});

it("sends what was reviewed", async () => {
  const screen = openScreen();
  screen.review("500");
  send.mockResolvedValueOnce("done");
  await screen.confirm("secret");
  expect(send).toHaveBeenCalledWith({ amount: "500" }, expect.any(String), "secret");
});

it("keeps the key when the sheet was closed and the same is reviewed again", async () => {
  const screen = openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  screen.close();
  expect(screen.result.current.unanswered).toBe(false);
  screen.review("700");
  expect(screen.result.current.unanswered).toBe(false);
  screen.review("500");
  expect(screen.result.current.unanswered).toBe(true);
  send.mockResolvedValueOnce("done");
  await screen.confirm();
  expect(keys()[1]).toBe(keys()[0]);
});

it("keeps the key when the page was loaded again before the answer", async () => {
  const first = openScreen();
  first.review("500");
  send.mockReturnValueOnce(new Promise(() => undefined));
  act(() => void first.result.current.confirm());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  first.unmount();
  const second = openScreen();
  second.review("500");
  expect(second.result.current.unanswered).toBe(true);
  send.mockResolvedValueOnce("done");
  await second.confirm();
  expect(keys()[1]).toBe(keys()[0]);
});

it("sends once however often it is pressed", async () => {
  const screen = openScreen();
  screen.review("500");
  send.mockResolvedValue("done");
  act(() => {
    screen.result.current.confirm();
  });
  act(() => {
    screen.result.current.confirm();
  });
  await waitFor(() => expect(screen.result.current.answer).toBe("done"));
  expect(send).toHaveBeenCalledTimes(1);
});

it.each(["another body", "an answer", "a refusal", "a day"])(
  "takes a new key after %s",
  async (change) => {
    const screen = openScreen();
    screen.review("500");
    if (change === "an answer") send.mockResolvedValueOnce("done");
    else send.mockRejectedValueOnce(change === "a refusal" ? refused(409, "stale_quote") : lost);
    await screen.confirm();
    screen.close();
    if (change === "a day") {
      const now = Date.now();
      vi.spyOn(Date, "now").mockReturnValue(now + 24 * 60 * 60 * 1000);
    }
    screen.review(change === "another body" ? "501" : "500");
    expect(screen.result.current.answer).toBeUndefined();
    expect(screen.result.current.refusal).toBeNull();
    send.mockResolvedValueOnce("done");
    await screen.confirm();
    vi.restoreAllMocks();
    expect(keys()[1]).not.toBe(keys()[0]);
  },
);

it.each([
  [401, "session_required"],
  [422, "pay_password_wrong"],
  [429, "pay_password_locked"],
  [429, "too_many_requests"],
  [503, "overloaded"],
])("does not take %i %s for the answer to an earlier try", async (code, word) => {
  const screen = openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  send.mockRejectedValueOnce(refused(code, word));
  await screen.confirm();
  expect(screen.result.current.unanswered).toBe(true);
  send.mockResolvedValueOnce("done");
  await screen.confirm();
  expect(new Set(keys()).size).toBe(1);
});

it("does not take the server's own trouble for a refusal", async () => {
  const screen = openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(refused(500, "internal"));
  await screen.confirm();
  expect(screen.result.current.unanswered).toBe(true);
  expect(screen.result.current.refusal).toBeNull();
});

it("is another action for another customer", async () => {
  const screen = openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  screen.close();
  await endSession();
  await beginSession({ token: "other", user: { ...testUser, userLoginId: "2" } });
  screen.review("500");
  expect(screen.result.current.unanswered).toBe(false);
  send.mockResolvedValueOnce("done");
  await screen.confirm();
  expect(keys()[1]).not.toBe(keys()[0]);
  expect(bodies()[1]).toEqual({ amount: "500" });
});

it("keeps the secret nowhere", async () => {
  const stored: string[] = [];
  const { set } = host.storage;
  host.storage.set = (key, value) => {
    stored.push(value);
    set(key, value);
  };
  const screen = openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm("hush-hush");
  screen.close();
  await waitFor(() => expect(screen.client.getMutationCache().getAll()).toEqual([]));
  expect(stored.join()).toContain("500");
  expect(stored.join()).not.toContain("hush-hush");
});
