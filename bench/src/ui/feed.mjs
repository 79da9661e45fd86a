// A push socket as docs/push.md describes it, whose quotes tick as often as the bench wants. Equal
// subscriptions get equal ticks, because they are rolled from one seed.
import { WebSocketServer } from "ws";

const TICKS_PER_SECOND = 1_000;
/** The server's own flush at its fast rate. */
const BURST_MILLIS = 10;

/** A small generator of equally likely numbers (mulberry32). */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const decimal = (cents) => (cents / 100).toFixed(2);

/** An instrument that starts at a price of its own, between 20 and 420 dollars. */
function open(topic, roll) {
  const close = 2_000 + roll(40_000);
  return { topic, close, cents: close, seq: 0, volume: 1_000_000 };
}

/** The next tick: the fields of a quote that change when its price moves by up to ten cents. */
function tick(instrument, roll) {
  const { close } = instrument;
  const move = (1 + roll(10)) * (roll(2) === 0 ? 1 : -1);
  instrument.cents = Math.max(1_000, instrument.cents + move);
  instrument.volume += 100;
  const { cents } = instrument;
  return message(instrument, {
    price_nominal: decimal(cents),
    change: decimal(cents - close),
    change_ratio: decimal(((cents - close) * 10_000) / close),
    bid: decimal(cents - 1),
    ask: decimal(cents + 1),
    bidSize: String(100 * (1 + roll(90))),
    askSize: String(100 * (1 + roll(90))),
    volume: String(instrument.volume),
    tickSeq: String(instrument.seq),
    quoteTimestamp: String(Date.now()),
  });
}

function message(instrument, data) {
  instrument.seq += 1;
  return { topic: instrument.topic, seq: instrument.seq, data };
}

function snapshot(instrument, roll) {
  const { close } = instrument;
  const first = tick(instrument, roll);
  const rest = {
    ...{ open: decimal(close), high: decimal(close + 2_000), low: decimal(close - 2_000) },
    ...{ feed: "bench", session: "regular", stale: false },
  };
  return { ...first, snapshot: true, data: { ...first.data, ...rest } };
}

function serve(socket) {
  const roll = dice(7);
  const instruments = new Map();
  const send = (messages) => socket.send(JSON.stringify(messages));
  socket.on("message", (data) => {
    const { op, topics = [] } = JSON.parse(data);
    if (op === "ping") send([{ op: "pong" }]);
    if (op === "unsubscribe") for (const topic of topics) instruments.delete(topic);
    if (op !== "subscribe") return;
    const opened = topics
      .filter((topic) => !instruments.has(topic))
      .map((topic) => open(topic, roll));
    for (const instrument of opened) instruments.set(instrument.topic, instrument);
    if (opened.length > 0) send(opened.map((instrument) => snapshot(instrument, roll)));
  });

  const began = performance.now();
  let made = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) * TICKS_PER_SECOND) / 1_000);
    const count = due - made;
    made = due;
    const watched = [...instruments.values()];
    if (watched.length === 0 || count === 0) return;
    send(Array.from({ length: count }, () => tick(watched[roll(watched.length)], roll)));
  }, BURST_MILLIS);
  socket.on("close", () => clearInterval(timer));
}

/** Answers a request to upgrade to the push socket. */
export function createFeed() {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  sockets.on("connection", serve);
  return (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit("connection", opened));
}
