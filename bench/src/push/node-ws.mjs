// node's ws with conflation: the same ticks, the same messages, the same flush. Prints its port.
import { WebSocketServer } from "ws";

const INSTRUMENTS = 5_000;
const TICKS_PER_SECOND = 50_000;
const FLUSH_MILLIS = 100;
const BURST_MILLIS = 10;
/** A client with more than this unsent is skipped until it has read. */
const BUFFERED_MAX = 64 * 1024;

const slots = Array.from({ length: INSTRUMENTS }, (_, instrument) => ({
  topic: `quote:UsStock:${instrument}`,
  seq: 0,
  dirty: false,
  message: "",
  changedAt: 0,
  tick: null,
}));
const clients = new Set();

const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false }, () => {
  console.log(server.address().port);
});

server.on("connection", (socket) => {
  const client = { socket, instruments: [] };
  clients.add(client);
  socket.on("close", () => clients.delete(client));
  socket.on("message", (data) => {
    const frame = JSON.parse(data);
    if (frame.op !== "subscribe") return;
    client.instruments.push(...frame.topics.map((topic) => Number(topic.split(":")[2])));
  });
});

let made = 0;
const began = performance.now();
setInterval(() => {
  const due = ((performance.now() - began) / 1000) * TICKS_PER_SECOND;
  const time = Date.now();
  while (made < due) {
    made += 1;
    const instrument = Math.floor(Math.random() * INSTRUMENTS);
    const cents = 10_000 + (instrument % 300) * 100 + Math.floor(Math.random() * 200);
    const size = 1 + Math.floor(Math.random() * 900);
    const slot = slots[instrument];
    slot.tick = { cents, size, seq: made, volume: 1_000_000 + made, time };
    slot.dirty = true;
  }
}, BURST_MILLIS);

const price = (cents) => (cents / 100).toFixed(2);

let flush = 0;
setInterval(() => {
  flush += 1;
  for (const slot of slots) {
    if (!slot.dirty) continue;
    const { cents, size, seq, volume, time } = slot.tick;
    slot.dirty = false;
    slot.seq += 1;
    slot.changedAt = flush;
    slot.message = JSON.stringify({
      topic: slot.topic,
      seq: slot.seq,
      data: {
        change: "1.23",
        price_nominal: price(cents),
        bid: price(cents - 1),
        ask: price(cents + 1),
        bidSize: String(size),
        askSize: String(size),
        volume: String(volume),
        change_ratio: "0.54",
        tickSeq: String(seq),
        quoteTimestamp: String(time),
      },
    });
  }
  for (const { socket, instruments } of clients) {
    if (socket.bufferedAmount > BUFFERED_MAX) continue;
    const messages = [];
    for (const instrument of instruments) {
      const slot = slots[instrument];
      if (slot.changedAt === flush) messages.push(slot.message);
    }
    if (messages.length > 0) socket.send(`[${messages.join(",")}]`);
  }
}, FLUSH_MILLIS);
