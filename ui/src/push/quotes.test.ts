// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PushClient, type PushState, type TopicListener } from "./client";
import { QuoteBoard } from "./quotes";

const TOPIC = "quote:UsStock:AAPL";
let board: QuoteBoard;
let client: PushClient;
let server: TopicListener;
let becomes: (state: PushState) => void;
const leave = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  leave.mockReset();
  client = new PushClient();
  vi.spyOn(client, "subscribe").mockImplementation((_topic, listener) => {
    server = listener;
    return leave;
  });
  vi.spyOn(client, "onState").mockImplementation((listener) => {
    becomes = listener;
    return () => true;
  });
  board = new QuoteBoard(client);
  return () => vi.useRealTimers();
});

describe("a row", () => {
  it("merges deltas into its snapshot and paints them together", () => {
    const paint = vi.fn();
    board.subscribe(TOPIC, false, paint);
    server.message({ price_nominal: "10.00", bid: "9.99" }, 1, true);
    server.message({ price_nominal: "10.01" }, 2, false);
    server.message({ price_nominal: "10.02" }, 3, false);
    expect(board.get(TOPIC)).toBeUndefined();
    vi.advanceTimersByTime(100);
    expect(board.get(TOPIC)).toMatchObject({ last: "10.02", bid: "9.99" });
    expect(paint).toHaveBeenCalledOnce();
  });

  it("does not take a delta for a whole quote", () => {
    board.subscribe(TOPIC, false, vi.fn());
    server.message({ bid: "9.99" }, 2, false);
    vi.advanceTimersByTime(100);
    expect(board.get(TOPIC)).toBeUndefined();
  });

  it("forgets what a new snapshot does not repeat", () => {
    board.subscribe(TOPIC, false, vi.fn());
    server.message({ price_nominal: "10.00", bid: "9.99" }, 1, true);
    server.message({ price_nominal: "11.00" }, 9, true);
    vi.advanceTimersByTime(100);
    expect(board.get(TOPIC)).toMatchObject({ last: "11.00", bid: null });
  });

  it("is painted with the next frame where somebody asked for the fast rate, and others wait", () => {
    const other = "quote:UsStock:MSFT";
    board.subscribe(other, false, vi.fn());
    const slow = server;
    // The fast reader subscribes twice, for the row and for its rate; the row's listener is the first.
    const listeners: TopicListener[] = [];
    vi.mocked(client.subscribe).mockImplementation((_topic, listener) => {
      listeners.push(listener);
      return leave;
    });
    const stop = board.subscribe(TOPIC, true, vi.fn());
    const fast = listeners[0] as TopicListener;
    slow.message({ price_nominal: "5.00" }, 1, true);
    fast.message({ price_nominal: "10.00" }, 1, true);
    vi.advanceTimersToNextFrame();
    expect(board.get(TOPIC)).toMatchObject({ last: "10.00" });
    expect(board.get(other)).toBeUndefined();
    vi.advanceTimersByTime(100);
    expect(board.get(other)).toMatchObject({ last: "5.00" });

    // The fast reader leaves before the frame: the received quote is painted anyway.
    board.subscribe(TOPIC, false, vi.fn());
    fast.message({ price_nominal: "10.01" }, 2, false);
    stop();
    vi.advanceTimersByTime(200);
    expect(board.get(TOPIC)).toMatchObject({ last: "10.01" });
  });

  it("outlives its last reader for a moment, and then unsubscribes", () => {
    const stop = board.subscribe(TOPIC, false, vi.fn());
    server.message({ price_nominal: "10.00" }, 1, true);
    vi.advanceTimersByTime(100);
    stop();
    vi.advanceTimersByTime(300);
    expect(board.get(TOPIC)).toMatchObject({ last: "10.00" });
    vi.advanceTimersByTime(200);
    expect(board.get(TOPIC)).toBeUndefined();
    expect(leave).toHaveBeenCalledOnce();
  });
});

describe("a lost connection", () => {
  beforeEach(() => {
    board.subscribe(TOPIC, false, vi.fn());
    server.message({ price_nominal: "10.00", stale: false }, 1, true);
    vi.advanceTimersByTime(100);
  });

  it("makes every price old after three seconds, until its next snapshot", () => {
    becomes("waiting");
    becomes("connecting");
    vi.advanceTimersByTime(2_999);
    expect(board.get(TOPIC)?.stale).toBe(false);
    vi.advanceTimersByTime(1);
    expect(board.get(TOPIC)).toMatchObject({ last: "10.00", stale: true });
    becomes("open");
    server.message({ price_nominal: "10.01", stale: false }, 2, true);
    vi.advanceTimersByTime(100);
    expect(board.get(TOPIC)).toMatchObject({ last: "10.01", stale: false });
  });

  it("is not noticed when it comes back at once", () => {
    becomes("waiting");
    vi.advanceTimersByTime(2_000);
    becomes("open");
    vi.advanceTimersByTime(10_000);
    expect(board.get(TOPIC)?.stale).toBe(false);
  });
});
