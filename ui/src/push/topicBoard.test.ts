import { beforeEach, expect, it, vi } from "vitest";
import { PushClient, type PushState, type TopicListener } from "./client";
import { TopicBoard } from "./topicBoard";

const TOPIC = "trades:UsStock:AAPL";
let board: TopicBoard<number[]>;
let server: TopicListener;
let becomes: (state: PushState) => void;
const leave = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  leave.mockReset();
  const client = new PushClient();
  vi.spyOn(client, "subscribe").mockImplementation((_topic, listener) => {
    server = listener;
    return leave;
  });
  vi.spyOn(client, "onState").mockImplementation((listener) => {
    becomes = listener;
    return () => true;
  });
  const numbers = (data: unknown) => data as number[];
  board = new TopicBoard(
    { whole: numbers, change: (known, data) => [...numbers(data), ...known] },
    client,
  );
  return () => vi.useRealTimers();
});

it("puts changes on the snapshot, for all who look at it", () => {
  const [one, two] = [vi.fn(), vi.fn()];
  board.subscribe(TOPIC, one);
  board.subscribe(TOPIC, two);
  server.message([9], 3, false);
  expect(board.get(TOPIC)).toBeUndefined();
  expect(one).not.toHaveBeenCalled();
  server.message([2, 1], 4, true);
  server.message([3], 5, false);
  expect(board.get(TOPIC)).toEqual([3, 2, 1]);
  server.message([7], 9, true);
  expect(board.get(TOPIC)).toEqual([7]);
  expect([one, two].map(({ mock }) => mock.calls.length)).toEqual([3, 3]);
});

it("is left with the last who looks at it, and begins anew", () => {
  const [first, second] = [board.subscribe(TOPIC, vi.fn()), board.subscribe(TOPIC, vi.fn())];
  server.message([1], 1, true);
  first();
  expect(leave).not.toHaveBeenCalled();
  second();
  second();
  expect(leave).toHaveBeenCalledOnce();
  expect(board.get(TOPIC)).toBeUndefined();
});

it("forgets what it knew once nothing has arrived for a while, until the next snapshot", () => {
  const listener = vi.fn();
  board.subscribe(TOPIC, listener);
  server.message([1], 1, true);
  becomes("waiting");
  vi.advanceTimersByTime(2_000);
  expect(board.get(TOPIC)).toEqual([1]);
  becomes("connecting");
  vi.advanceTimersByTime(1_000);
  expect(board.get(TOPIC)).toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(2);
  server.message([2], 2, false);
  expect(board.get(TOPIC)).toBeUndefined();
  becomes("open");
  server.message([3], 1, true);
  expect(board.get(TOPIC)).toEqual([3]);
});

it("keeps what it knew over a short reconnect", () => {
  board.subscribe(TOPIC, vi.fn());
  server.message([1], 1, true);
  becomes("waiting");
  vi.advanceTimersByTime(1_000);
  becomes("open");
  vi.advanceTimersByTime(10_000);
  expect(board.get(TOPIC)).toEqual([1]);
});
