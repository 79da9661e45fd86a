import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/api/errors";
import { intend, type MoneyAction } from "@/api/moneyAction";
import { unansweredOf } from "@/api/unanswered";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { testUser } from "@/test/user";
import { toasts } from "@/ui/toast";
import { useMoneyAction } from "./useMoneyAction";

interface Body {
  amount: string;
}

const send = vi.fn<(body: Body, key: string, secret: string) => Promise<string>>();
const move: MoneyAction<Body, string> = {
  name: "/wallet/transfer",
  send,
  changes: ["wallets"],
  words: ({ amount }, subject) => `Move ${amount} ${subject}`.trim(),
  outcome: (answer) => `It is ${answer}`,
};
const entries = () => unansweredOf(testUser.id).list();
const told = () => toasts.get().map(({ text }) => text);
const keys = () => send.mock.calls.map(([, key]) => key);
const bodies = () => send.mock.calls.map(([body]) => body);
const lost = new NetworkError("gone");
const refused = (code: number, error: string) => new ApiError(code, "", { error });

let host: FakePlatform;

function deferred() {
  let resolve: (answer: string) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<string>((onAnswer, onError) => {
    resolve = onAnswer;
    reject = onError;
  });
  return { promise, resolve, reject };
}

beforeEach(async () => {
  host = installPlatform();
  await beginTexts();
  send.mockReset();
  toasts.set([]);
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
  await endSession();
});

/** Opens a screen that offers the action. */
async function openScreen(subject?: string) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useMoneyAction(move, { subject }), { wrapper });
  await waitFor(() => expect(result.current).not.toBeNull());
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
  const screen = await openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  expect(screen.result.current.unanswered).not.toBeNull();
  send.mockResolvedValueOnce("done");
  await screen.confirm();
  expect(screen.result.current.answer).toBe("done");
  expect(screen.result.current.unanswered).toBeNull();
  expect(keys()[1]).toBe(keys()[0]);
});

it("sends at once or not at all, whatever the browser thinks of the network", async () => {
  onlineManager.setOnline(false);
  const screen = await openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  expect(screen.result.current.unanswered).not.toBeNull();
  act(() => onlineManager.setOnline(true));
  await screen.client.resumePausedMutations();
  expect(send).toHaveBeenCalledTimes(1);
});

it("sends what was reviewed", async () => {
  const screen = await openScreen();
  screen.review("500");
  send.mockResolvedValueOnce("done");
  await screen.confirm("secret");
  expect(send).toHaveBeenCalledWith({ amount: "500" }, expect.any(String), "secret");
});

it("keeps the key when the sheet was closed and the same is reviewed again", async () => {
  const screen = await openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  screen.close();
  expect(screen.result.current.unanswered).toBeNull();
  screen.review("700");
  expect(screen.result.current.unanswered).toBeNull();
  screen.review("500");
  expect(screen.result.current.unanswered).not.toBeNull();
  send.mockResolvedValueOnce("done");
  await screen.confirm();
  expect(keys()[1]).toBe(keys()[0]);
});

it("keeps the key when the page was loaded again before the answer", async () => {
  // The stored state after a page was closed in the middle of an action.
  unansweredOf(testUser.id).add(intend("/wallet/transfer", { amount: "500" }));
  const written = entries()[0]?.key;
  const second = await openScreen();
  second.review("500");
  expect(second.result.current.unanswered).not.toBeNull();
  send.mockResolvedValueOnce("done");
  await second.confirm();
  expect(keys()).toEqual([written]);
});

describe("the device", () => {
  it("has the key before the request leaves", async () => {
    let kept: () => void = () => undefined;
    const { set } = host.serverStorage;
    host.serverStorage.set = async (key, value) => {
      await new Promise<void>((resolve) => {
        kept = resolve;
      });
      await set(key, value);
    };
    const screen = await openScreen();
    screen.review("500");
    send.mockResolvedValueOnce("done");
    act(() => void screen.result.current.confirm());
    await waitFor(() => expect(screen.result.current.busy).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(send).not.toHaveBeenCalled();
    await act(async () => kept());
    await waitFor(() => expect(screen.result.current.answer).toBe("done"));
    expect(send).toHaveBeenCalledOnce();
  });

  it("sends nothing that it cannot keep, and says so", async () => {
    const { set } = host.serverStorage;
    host.serverStorage.set = async (key, value) => {
      await set(key, value);
      throw new Error("no space left");
    };
    const screen = await openScreen();
    screen.review("500");
    act(() => void screen.result.current.confirm());
    await waitFor(() => expect(screen.result.current.refusal).not.toBeNull());
    expect(screen.result.current.refusal?.msg).toMatch(/couldn't store/);
    expect(screen.result.current.unanswered).toBeNull();
    expect([send.mock.calls, entries()]).toEqual([[], []]);
    host.serverStorage.set = set;
    send.mockResolvedValueOnce("done");
    await screen.confirm();
    expect(screen.result.current.answer).toBe("done");
  });

  it("sends nothing of a customer who left while it was written", async () => {
    const { set } = host.serverStorage;
    host.serverStorage.set = async (key, value) => {
      await set(key, value);
      if (key.startsWith("unanswered")) await endSession();
    };
    const screen = await openScreen();
    screen.review("500");
    act(() => void screen.result.current.confirm());
    await waitFor(() => expect(screen.result.current.busy).toBe(false));
    expect([send.mock.calls, entries()]).toEqual([[], []]);
  });
});

it("sends once however often it is pressed", async () => {
  const screen = await openScreen();
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
    const screen = await openScreen();
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
  [403, "session_required"],
  [408, "body_too_slow"],
  [422, "pay_password_wrong"],
  [429, "pay_password_locked"],
  [429, "too_many_requests"],
  [503, "overloaded"],
])("does not take %i %s for the answer to an earlier try", async (code, word) => {
  const screen = await openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  send.mockRejectedValueOnce(refused(code, word));
  await screen.confirm();
  expect(screen.result.current.unanswered).not.toBeNull();
  send.mockResolvedValueOnce("done");
  await screen.confirm();
  expect(new Set(keys()).size).toBe(1);
});

it("does not take the server's own trouble for a refusal", async () => {
  const screen = await openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(refused(500, "internal"));
  await screen.confirm();
  expect(screen.result.current.unanswered).not.toBeNull();
  expect(screen.result.current.refusal).toBeNull();
});

it("is another action for another customer", async () => {
  const screen = await openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm();
  screen.close();
  await endSession();
  await beginSession({ token: "other", user: { ...testUser, id: "2" } });
  screen.review("500");
  expect(screen.result.current.unanswered).toBeNull();
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
    return set(key, value);
  };
  const screen = await openScreen();
  screen.review("500");
  send.mockRejectedValueOnce(lost);
  await screen.confirm("hush-hush");
  screen.close();
  await waitFor(() => expect(screen.client.getMutationCache().getAll()).toEqual([]));
  expect(stored.join()).toContain("500");
  expect(stored.join()).not.toContain("hush-hush");
});

describe("while it is under way", () => {
  /** Sends 500, and returns the functions that answer it. */
  async function sending(subject?: string) {
    const screen = await openScreen(subject);
    screen.review("500");
    const { promise, resolve, reject } = deferred();
    send.mockReturnValueOnce(promise);
    act(() => void screen.result.current.confirm());
    await waitFor(() => expect(screen.result.current.busy).toBe(true));
    return { screen, resolve, reject };
  }

  it("cannot be closed, nothing else can be reviewed, and its answer is shown", async () => {
    const { screen, resolve } = await sending();
    screen.close();
    screen.review("700");
    act(() => void screen.result.current.performAsNew({ amount: "900" }));
    expect(screen.result.current.body).toEqual({ amount: "500" });
    expect(send).toHaveBeenCalledTimes(1);
    await act(async () => resolve("done"));
    await waitFor(() => expect(screen.result.current.answer).toBe("done"));
    expect(told()).toEqual([]);
  });

  it.each<[string, (way: Awaited<ReturnType<typeof sending>>) => void, string]>([
    ["its answer", ({ resolve }) => resolve("done"), "Move 500 USD: It is done"],
    [
      "its refusal",
      ({ reject }) => reject(refused(409, "insufficient_funds")),
      "Move 500 USD: refused. Nothing was changed.",
    ],
    [
      "that none came",
      ({ reject }) => reject(lost),
      "Move 500 USD: no response. Check its status under “Waiting for a response” on the page that sent it.",
    ],
  ])("tells whoever left the screen %s, in words", async (_name, end, text) => {
    const way = await sending("USD");
    way.screen.unmount();
    await act(async () => end(way));
    await waitFor(() => expect(told()).toEqual([text]));
  });

  it("tells nothing of it to the next customer", async () => {
    const { screen, resolve } = await sending();
    screen.unmount();
    await beginSession({ token: "other", user: { ...testUser, id: "2" } });
    await act(async () => resolve("done"));
    await waitFor(() => expect(entries()).toEqual([]));
    expect(told()).toEqual([]);
  });

  it("is waited for, and not sent again, by a screen that is opened meanwhile", async () => {
    const { screen, resolve } = await sending();
    screen.unmount();
    const second = await openScreen();
    second.review("500");
    expect(second.result.current.unanswered).not.toBeNull();
    act(() => void second.result.current.confirm());
    await act(async () => resolve("done"));
    await waitFor(() => expect(second.result.current.answer).toBe("done"));
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("the same once more", () => {
  it.each([
    ["500", "500.00"],
    ["180.5", "0180.50"],
    ["0.5", "0.50"],
    ["10", "10."],
  ])("is known as %s and as %s, and is sent as it was", async (first, second) => {
    const screen = await openScreen();
    screen.review(first);
    send.mockRejectedValueOnce(lost);
    await screen.confirm();
    screen.close();
    screen.review(second);
    expect(screen.result.current.unanswered).not.toBeNull();
    send.mockResolvedValueOnce("done");
    await screen.confirm();
    expect(bodies()).toEqual([{ amount: first }, { amount: first }]);
    expect(keys()[1]).toBe(keys()[0]);
  });

  it("is not what another number means", async () => {
    const screen = await openScreen();
    screen.review("500");
    send.mockRejectedValueOnce(lost);
    await screen.confirm();
    screen.close();
    for (const other of ["5", "50", "5000", "500.01", "0.500"]) {
      screen.review(other);
      expect(screen.result.current.unanswered).toBeNull();
    }
  });

  it("says when the try was that it found out about, however often that was tried", async () => {
    vi.spyOn(Date, "now").mockReturnValue(1_795_241_000_000);
    const screen = await openScreen();
    screen.review("500");
    send.mockRejectedValue(lost);
    await screen.confirm();
    vi.spyOn(Date, "now").mockReturnValue(1_795_241_900_000);
    await screen.confirm();
    expect(screen.result.current.unanswered?.since).toBe(1_795_241_000_000);
    send.mockResolvedValueOnce("done");
    await screen.confirm();
    expect(screen.result.current.found?.since).toBe(1_795_241_000_000);
  });

  it("found nothing out where it was answered at once", async () => {
    const screen = await openScreen();
    screen.review("500");
    send.mockResolvedValueOnce("done");
    await screen.confirm();
    expect(screen.result.current.answer).toBe("done");
    expect(screen.result.current.found).toBeNull();
  });

  it("is another action where the customer says so, and the earlier one is still not known", async () => {
    const screen = await openScreen();
    screen.review("500");
    send.mockRejectedValueOnce(lost);
    await screen.confirm();
    act(() => void screen.result.current.reviewAsNew());
    expect(screen.result.current.body).toEqual({ amount: "500" });
    expect(screen.result.current.unanswered).toBeNull();
    send.mockResolvedValueOnce("done");
    await screen.confirm();
    expect(screen.result.current.answer).toBe("done");
    expect(screen.result.current.found).toBeNull();
    expect(keys()[1]).not.toBe(keys()[0]);
    expect(entries().map(({ key }) => key)).toEqual([keys()[0]]);
  });
});
