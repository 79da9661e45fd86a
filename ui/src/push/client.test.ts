import { beforeEach, describe, expect, it, vi } from "vitest";
import { type FakePlatform, type FakeSocket, installPlatform } from "@/test/platform";
import { PushClient, type TopicListener } from "./client";

let host: FakePlatform;
let client: PushClient;

beforeEach(() => {
  vi.useFakeTimers();
  host = installPlatform("token");
  client = new PushClient();
  return () => vi.useRealTimers();
});

const listener = () => ({ message: vi.fn(), resync: vi.fn() }) satisfies TopicListener;
const socket = (at = 0) => host.sockets[at] as FakeSocket;
const frame = (at: number, ...messages: object[]) =>
  socket(at).events.onFrame(JSON.stringify(messages));
const OWN = { own: true };
/** Long enough for pending subscriptions to be sent. */
const settle = () => vi.advanceTimersByTimeAsync(150);

async function open(at = 0): Promise<void> {
  socket(at).events.onOpen();
  await settle();
}

describe("subscriptions", () => {
  it("authenticate first, and go out together", async () => {
    client.subscribe("quote:UsStock:AAPL", listener());
    client.subscribe("quote:UsStock:NVDA", listener());
    client.subscribe("orders", listener(), OWN);
    expect(host.sockets).toHaveLength(1);
    await open();
    expect(socket().sent).toEqual([
      { op: "auth" },
      { op: "subscribe", topics: ["quote:UsStock:AAPL", "quote:UsStock:NVDA", "orders"] },
    ]);
  });

  it("leave the customer's own topics out for a visitor", async () => {
    host = installPlatform(null);
    client.subscribe("orders", listener(), OWN);
    client.subscribe("quote:UsStock:AAPL", listener());
    await open();
    expect(socket().sent).toEqual([{ op: "subscribe", topics: ["quote:UsStock:AAPL"] }]);
  });

  it("tell visitors what is open to everyone, whatever it is called", async () => {
    host = installPlatform(null);
    for (const topic of ["news", "status", "status:XNYS"]) client.subscribe(topic, listener());
    await open();
    expect(socket().sent).toEqual([{ op: "subscribe", topics: ["news", "status", "status:XNYS"] }]);
  });

  it("are counted: the last listener who leaves unsubscribes", async () => {
    const leaveFirst = client.subscribe("quote:UsStock:AAPL", listener());
    const leaveSecond = client.subscribe("quote:UsStock:AAPL", listener());
    await open();
    socket().sent.length = 0;
    leaveFirst();
    await settle();
    expect(socket().sent).toEqual([]);
    leaveSecond();
    await settle();
    expect(socket().sent).toEqual([{ op: "unsubscribe", topics: ["quote:UsStock:AAPL"] }]);
  });

  it("begin anew for whoever comes back at once, so that there is a snapshot", async () => {
    const leave = client.subscribe("quote:UsStock:AAPL", listener());
    await open();
    socket().sent.length = 0;
    leave();
    client.subscribe("quote:UsStock:AAPL", listener());
    await settle();
    expect(socket().sent).toEqual([
      { op: "unsubscribe", topics: ["quote:UsStock:AAPL"] },
      { op: "subscribe", topics: ["quote:UsStock:AAPL"] },
    ]);
  });

  it("change to the fast rate and back", async () => {
    client.subscribe("quote:UsStock:AAPL", listener());
    await open();
    socket().sent.length = 0;
    const leave = client.subscribe("quote:UsStock:AAPL", listener(), { fast: true });
    await settle();
    leave();
    await settle();
    expect(socket().sent).toEqual([
      { op: "subscribe", topics: ["quote:UsStock:AAPL"], rate: "fast" },
      { op: "subscribe", topics: ["quote:UsStock:AAPL"] },
    ]);
  });

  it("get the messages of their topic and no others", async () => {
    const orders = listener();
    client.subscribe("orders", orders, OWN);
    await open();
    frame(
      0,
      { topic: "orders", seq: 4, data: { id: "1" } },
      { topic: "wallets", seq: 5, data: {} },
    );
    expect(orders.message.mock.calls).toEqual([[{ id: "1" }, 4, false]]);
  });
});

describe("a fling through a list", () => {
  it("goes out in few frames, what is no longer wanted included", async () => {
    client.subscribe("quote:UsStock:FIRST", listener());
    await open();
    socket().sent.length = 0;
    for (let row = 0; row < 60; row += 1) {
      const leave = client.subscribe(`quote:UsStock:${row}`, listener());
      await vi.advanceTimersByTimeAsync(16);
      if (row < 50) leave();
    }
    await settle();
    // A second of scrolling may send 20 frames.
    expect(socket().sent.length).toBeLessThanOrEqual(15);
    const wanted = new Set<string>();
    for (const { op, topics } of socket().sent as { op: string; topics: string[] }[]) {
      for (const topic of topics) op === "subscribe" ? wanted.add(topic) : wanted.delete(topic);
    }
    expect([...wanted]).toEqual(
      Array.from({ length: 10 }, (_, row) => `quote:UsStock:${row + 50}`),
    );
  });

  it("asks for the first row at once", async () => {
    client.subscribe("quote:UsStock:FIRST", listener());
    await open();
    await vi.advanceTimersByTimeAsync(1_000);
    socket().sent.length = 0;
    client.subscribe("quote:UsStock:AAPL", listener());
    client.subscribe("quote:UsStock:NVDA", listener());
    await vi.advanceTimersByTimeAsync(0);
    expect(socket().sent).toEqual([
      { op: "subscribe", topics: ["quote:UsStock:AAPL", "quote:UsStock:NVDA"] },
    ]);
  });
});

describe("a half-open connection", () => {
  beforeEach(async () => {
    client.subscribe("quote:UsStock:AAPL", listener());
    await open();
  });

  it("is given up when nothing follows a ping, and opened anew", async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    expect(socket().sent.at(-1)).toEqual({ op: "ping" });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(client.state).toBe("waiting");
    expect(socket().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(host.sockets).toHaveLength(2);
  });

  it("is none while anything arrives", async () => {
    for (let round = 0; round < 5; round += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      frame(0, { op: "pong" });
    }
    await vi.advanceTimersByTimeAsync(19_000);
    expect(client.state).toBe("open");
    expect(host.sockets).toHaveLength(1);
  });

  it("is found out at once when the customer or the network comes back", async () => {
    client.wake();
    expect(socket().sent.at(-1)).toEqual({ op: "ping" });
    client.wake();
    expect(socket().sent.filter(({ op }) => op === "ping")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(client.state).toBe("waiting");
  });

  it("does not stay half open while it connects either", async () => {
    socket().events.onClose("gone");
    await vi.advanceTimersByTimeAsync(500);
    expect(host.sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(socket(1).closed).toBe(true);
    expect(client.state).toBe("waiting");
  });
});

describe("the end of the session", () => {
  it("is told to the app, and the quotes go on", async () => {
    const ended = vi.fn();
    const quotes = listener();
    client.onSessionEnded(ended);
    client.subscribe("orders", listener(), OWN);
    client.subscribe("quote:UsStock:AAPL", quotes);
    await open();
    frame(0, { op: "error", error: "session_required" });
    expect(ended).toHaveBeenCalledOnce();
    expect(client.state).toBe("open");
    frame(0, { topic: "quote:UsStock:AAPL", seq: 1, snapshot: true, data: {} });
    expect(quotes.message).toHaveBeenCalledOnce();
    socket().sent.length = 0;
    client.subscribe("wallets", listener(), OWN);
    await settle();
    expect(socket().sent).toEqual([]);
  });

  it("is not what another refusal means", async () => {
    const ended = vi.fn();
    client.onSessionEnded(ended);
    client.subscribe("quote:UsStock:NONE", listener());
    await open();
    frame(0, { op: "error", error: "topic_unknown", topics: ["quote:UsStock:NONE"] });
    expect(ended).not.toHaveBeenCalled();
  });
});

describe("a lost connection", () => {
  it("comes back after a growing wait and resumes where it stopped", async () => {
    client.subscribe("orders", listener(), OWN);
    await open();
    frame(0, { topic: "orders", seq: 12, data: {} });
    socket(0).events.onClose("gone");
    expect(client.state).toBe("waiting");
    await vi.advanceTimersByTimeAsync(500);
    socket(1).events.onClose("gone");
    await vi.advanceTimersByTimeAsync(499);
    expect(host.sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(501);
    expect(host.sockets).toHaveLength(3);
    await open(2);
    expect(socket(2).sent[1]).toEqual({
      op: "subscribe",
      topics: ["orders"],
      since: { orders: 12 },
    });
  });

  it("resumes from where the server said the stream stood, before any event", async () => {
    client.subscribe("orders", listener(), OWN);
    await open();
    frame(0, { op: "subscribed", topics: ["orders"], seq: 7 });
    frame(0, { op: "reconnect" });
    await vi.advanceTimersByTimeAsync(500);
    await open(1);
    expect(socket(1).sent[1]).toMatchObject({ since: { orders: 7 } });
  });

  it("does not come back when nobody listens", async () => {
    const leave = client.subscribe("orders", listener(), OWN);
    await open();
    leave();
    socket(0).events.onClose("");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(host.sockets).toHaveLength(1);
    expect(client.state).toBe("idle");
  });

  it("ignores a socket that was given up", async () => {
    const orders = listener();
    client.subscribe("orders", orders, OWN);
    await open();
    client.reconnect();
    frame(0, { topic: "orders", seq: 1, data: {} });
    expect(socket(0).closed).toBe(true);
    expect(orders.message).not.toHaveBeenCalled();
  });
});

describe("an own topic that starts without a place to resume from", () => {
  it("has its listeners read again: what came after their reading was told to nobody", async () => {
    const orders = listener();
    const quotes = listener();
    client.subscribe("orders", orders, OWN);
    client.subscribe("quote:UsStock:AAPL", quotes);
    await open();
    frame(0, { op: "subscribed", topics: ["orders", "quote:UsStock:AAPL"], seq: 7 });
    expect(orders.resync).toHaveBeenCalledOnce();
    expect(quotes.resync).not.toHaveBeenCalled();
  });

  it("does so too where an event is quicker than the word that it has started", async () => {
    const orders = listener();
    client.subscribe("orders", orders, OWN);
    await open();
    frame(0, { topic: "orders", seq: 8, data: {} });
    frame(0, { op: "subscribed", topics: ["orders"], seq: 7 });
    expect(orders.resync).toHaveBeenCalledOnce();
  });

  it("is not one that resumes", async () => {
    const orders = listener();
    client.subscribe("orders", orders, OWN);
    await open();
    frame(0, { op: "subscribed", topics: ["orders"], seq: 7 });
    frame(0, { op: "reconnect" });
    await vi.advanceTimersByTimeAsync(500);
    await open(1);
    orders.resync.mockClear();
    frame(1, { op: "subscribed", topics: ["orders"], seq: 9 });
    expect(orders.resync).not.toHaveBeenCalled();
  });

  it("is what a topic is again after a login, also of the same customer", async () => {
    const orders = listener();
    client.subscribe("orders", orders, OWN);
    await open();
    frame(0, { op: "subscribed", topics: ["orders"], seq: 7 });
    client.reconnect();
    await open(1);
    orders.resync.mockClear();
    frame(1, { op: "subscribed", topics: ["orders"], seq: 9 });
    expect(orders.resync).toHaveBeenCalledOnce();
  });
});

it("tells the listeners of a topic to read again when messages were lost", async () => {
  const orders = listener();
  const wallets = listener();
  client.subscribe("orders", orders, OWN);
  client.subscribe("wallets", wallets, OWN);
  await open();
  frame(0, { op: "resync", topics: ["orders"] });
  expect(orders.resync).toHaveBeenCalledOnce();
  expect(wallets.resync).not.toHaveBeenCalled();
});

it("survives a frame that is not ours", async () => {
  client.subscribe("orders", listener(), OWN);
  await open();
  expect(() => socket().events.onFrame("not json")).not.toThrow();
  expect(client.state).toBe("open");
});
