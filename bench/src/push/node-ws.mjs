// node's ws with conflation: ticks, messages and flush as for the other servers. Prints its port.
import { WebSocketServer } from "ws";

const INSTRUMENTS = 5_000;
const TICKS_PER_SECOND = 50_000;
const FLUSH_MILLIS = 100;
const BURST_MILLIS = 10;
/** A client with more than this unsent is skipped until it has read. */
const BUFFERED_MAX = 64 * 1024;

const LEVELS = 10;
const TRADES_KEPT = 50;

const ticks = new Array(INSTRUMENTS).fill(null);
/** Trades since the last flush, all of which have to be sent, of subscribed instruments. */
const traded = new Map();
/** A slot for each topic that is subscribed. */
const slots = new Map();
const clients = new Set();

const server = new WebSocketServer(
	{ host: "127.0.0.1", port: 0, perMessageDeflate: false },
	() => {
		console.log(server.address().port);
	},
);

server.on("connection", (socket) => {
	const client = { socket, slots: [] };
	clients.add(client);
	socket.on("close", () => clients.delete(client));
	socket.on("message", (data) => {
		const frame = JSON.parse(data);
		if (frame.op !== "subscribe") return;
		client.slots.push(...frame.topics.map(slotOf));
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
		const cents =
			10_000 + (instrument % 300) * 100 + Math.floor(Math.random() * 200);
		const size = 1 + Math.floor(Math.random() * 900);
		ticks[instrument] = {
			cents,
			size,
			seq: made,
			volume: 1_000_000 + made,
			time,
		};
		const trades = traded.get(instrument);
		if (trades === undefined) continue;
		trades.push(ticks[instrument]);
		if (trades.length > TRADES_KEPT) trades.shift();
	}
}, BURST_MILLIS);

const price = (cents) => (cents / 100).toFixed(2);

function slotOf(topic) {
	const known = slots.get(topic);
	if (known) return known;
	const [kind, , instrument] = topic.split(":");
	const slot = {
		topic,
		kind,
		instrument: Number(instrument),
		seq: 0,
		tick: null,
		message: "",
		changedAt: 0,
	};
	slots.set(topic, slot);
	if (kind === "trades") traded.set(slot.instrument, []);
	return slot;
}

const side = ({ cents, size }, step) =>
	Array.from({ length: LEVELS }, (_, behind) => [
		price(cents + step * (behind + 1)),
		String(size + behind + 1),
	]);

/** The levels that are new or changed, and those that are gone. */
function changed(now, before) {
	const prices = new Set(now.map(([price]) => price));
	const known = new Map(before);
	const gone = before
		.filter(([price]) => !prices.has(price))
		.map(([price]) => [price, "0"]);
	return [...now.filter(([price, size]) => known.get(price) !== size), ...gone];
}

function dataOf({ kind, instrument, tick: before }, tick) {
	const { cents, size, seq, volume, time } = tick;
	if (kind === "depth") {
		const of = (step) =>
			changed(side(tick, step), before ? side(before, step) : []);
		return {
			bids: of(-1),
			asks: of(1),
			tickSeq: String(seq),
			quoteTimestamp: String(time),
		};
	}
	if (kind === "trades") {
		const row = ({ cents, size, time }) => [
			time,
			price(cents),
			String(size),
			"buy",
		];
		return { trades: traded.get(instrument).map(row), count: seq };
	}
	const close = 10_000 + (instrument % 300) * 100;
	if (kind === "bars") {
		const prices = [
			price(close),
			price(close + 200),
			price(close),
			price(cents),
		];
		return { bars: [[0, ...prices, String(volume)]] };
	}
	return {
		change: price(cents - close),
		price_nominal: price(cents),
		bid: price(cents - 1),
		ask: price(cents + 1),
		bidSize: String(size),
		askSize: String(size),
		volume: String(volume),
		change_ratio: "0.54",
		tickSeq: String(seq),
		quoteTimestamp: String(time),
	};
}

let flush = 0;
setInterval(() => {
	flush += 1;
	for (const slot of slots.values()) {
		const tick = ticks[slot.instrument];
		if (tick === null || tick === slot.tick) continue;
		slot.seq += 1;
		slot.changedAt = flush;
		slot.message = JSON.stringify({
			topic: slot.topic,
			seq: slot.seq,
			data: dataOf(slot, tick),
		});
		slot.tick = tick;
	}
	for (const trades of traded.values()) trades.length = 0;
	for (const { socket, slots } of clients) {
		if (socket.bufferedAmount > BUFFERED_MAX) continue;
		const messages = [];
		for (const slot of slots) {
			if (slot.changedAt === flush) messages.push(slot.message);
		}
		if (messages.length > 0) socket.send(`[${messages.join(",")}]`);
	}
}, FLUSH_MILLIS);
