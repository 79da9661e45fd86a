// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { testUser } from "@/test/user";
import { api, onSessionLost, reply, withKey } from "./client";
import { ApiError, isAborted, NetworkError } from "./errors";

let host: FakePlatform;
const lost = vi.fn();

beforeEach(() => {
  host = installPlatform("token");
  lost.mockReset();
  onSessionLost(lost);
});

const envelope = (code: number, data: unknown, msg = "") =>
  new Response(JSON.stringify({ code, msg, data }), {
    status: code,
    headers: { "Content-Type": "application/json" },
  });

const read = () => reply(api.GET("/m_ft/topList", { params: { query: { pageSize: 3 } } }));

describe("reply", () => {
  it("gives the envelope's data", async () => {
    host.answer = () => envelope(200, ["row"]);
    expect(await read()).toEqual(["row"]);
  });

  it("throws a refusal with its word, its field and the server's sentence", async () => {
    host.answer = () =>
      envelope(422, { error: "insufficient_funds", field: "amount" }, "Not enough.");
    const error = await read().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 422,
      error: "insufficient_funds",
      field: "amount",
      msg: "Not enough.",
    });
    expect(lost).not.toHaveBeenCalled();
  });

  it("throws a network error where there is no answer, or one that is not ours", async () => {
    host.answer = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(read()).rejects.toBeInstanceOf(NetworkError);
    host.answer = () => new Response("<html>Bad gateway</html>", { status: 502 });
    await expect(read()).rejects.toBeInstanceOf(NetworkError);
  });
});

describe("a dead session", () => {
  it.each([401, 403])("ends with %i", async (code) => {
    host.answer = () => envelope(code, { error: "session_required" });
    await read().catch(() => undefined);
    expect(lost).toHaveBeenCalledOnce();
  });

  it.each([
    [401, "login_failed"],
    [401, "totp_required"],
    [403, "kyc_required"],
    [403, "origin_refused"],
    [403, undefined],
    [409, "block_trade_required"],
    [422, "pay_password_wrong"],
  ])("is not what %i %s means", async (code, error) => {
    host.answer = () => envelope(code, { error });
    await expect(read()).rejects.toMatchObject({ code });
    expect(lost).not.toHaveBeenCalled();
  });

  it("cannot be lost by a visitor who has none", async () => {
    host = installPlatform(null);
    host.answer = () => envelope(401, { error: "session_required" });
    await read().catch(() => undefined);
    expect(lost).not.toHaveBeenCalled();
  });
});

describe("a customer who has left", () => {
  const other = { ...testUser, id: "2" };

  beforeEach(() => beginSession({ token: "token", user: testUser }));
  afterEach(() => endSession());

  it("sends nothing that was asked for before as the next one", async () => {
    host.answer = vi.fn(() => envelope(200, []));
    const asked = read().catch((error) => error);
    await beginSession({ token: "other", user: other });
    expect(isAborted(await asked)).toBe(true);
    expect(host.answer).not.toHaveBeenCalled();
  });

  it("leaves answers, and refusals, that are for nobody", async () => {
    host.answer = async () => {
      await beginSession({ token: "other", user: other });
      return envelope(401, { error: "session_required" });
    };
    expect(isAborted(await read().catch((error) => error))).toBe(true);
    expect(lost).not.toHaveBeenCalled();
  });
});

/** Holds the first call until it is aborted, and answers the second. */
function answerTheSecond(): AbortSignal[] {
  const signals: AbortSignal[] = [];
  host.answer = (request) => {
    signals.push(request.signal);
    if (signals.length > 1) return envelope(200, ["second"]);
    return new Promise((_resolve, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  };
  return signals;
}

it("aborts an earlier call when the same one is repeated, whose answer is that of both where they read", async () => {
  const signals = answerTheSecond();
  const first = read();
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  expect(await read()).toEqual(["second"]);
  expect(signals[0]?.aborted).toBe(true);
  expect(await first).toEqual(["second"]);
});

it("asks again where the one that repeated a call has left and the earlier one is still waited for", async () => {
  let asked = 0;
  host.answer = (request) => {
    asked += 1;
    if (asked > 2) return envelope(200, ["third"]);
    return new Promise((_resolve, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  };
  const first = read();
  await vi.waitFor(() => expect(asked).toBe(1));
  const leaver = new AbortController();
  const params = { query: { pageSize: 3 } };
  const second = reply(api.GET("/m_ft/topList", { params, signal: leaver.signal })).catch(
    (error) => error,
  );
  await vi.waitFor(() => expect(asked).toBe(2));
  leaver.abort();
  expect(isAborted(await second)).toBe(true);
  expect(await first).toEqual(["third"]);
});

it("lets a repeated call that writes end the earlier one", async () => {
  const signals = answerTheSecond();
  const write = () => reply(api.POST("/logout"));
  const first = write().catch((error) => error);
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  expect(await write()).toEqual(["second"]);
  expect(isAborted(await first)).toBe(true);
});

it("takes its own time limit for a lost answer, also where the browser calls every end an abort", async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  host.answer = (request) =>
    new Promise((_resolve, reject) => {
      request.signal.addEventListener("abort", () =>
        reject(new DOMException("The user aborted a request.", "AbortError")),
      );
      limit.abort(new DOMException("signal timed out", "TimeoutError"));
    });
  await expect(read()).rejects.toBeInstanceOf(NetworkError);
});

it("lets two intentions of the same body live beside each other", async () => {
  const signals: AbortSignal[] = [];
  host.answer = (request) => {
    signals.push(request.signal);
    return envelope(200, {});
  };
  const reorder = (key: string) =>
    reply(api.POST("/userSelfSecurity/reorder", { body: { ids: ["1"] }, headers: withKey(key) }));
  await Promise.all([reorder("a"), reorder("b")]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

it("sends the language and the idempotency key", async () => {
  let sent: Request | undefined;
  host.answer = (request) => {
    sent = request;
    return envelope(200, {});
  };
  await reply(
    api.POST("/userSelfSecurity/reorder", { body: { ids: ["1"] }, headers: withKey("k") }),
  );
  expect(sent?.headers.get("Idempotency-Key")).toBe("k");
  expect(sent?.headers.has("Accept-Language")).toBe(true);
  expect(await sent?.json()).toEqual({ ids: ["1"] });
});
