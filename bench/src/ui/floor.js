// The floor of the live list, in the browser: no framework, no store, no animation. Messages are
// kept by row, and once an animation frame the cells that differ are written to the DOM.

const rows = new Map();
const dirty = new Set();
let frame = 0;

for (const link of document.querySelectorAll("[data-index] a[data-row]")) {
  const query = new URLSearchParams(link.hash.slice(link.hash.indexOf("?")));
  const [price, pill] = link.querySelectorAll(":scope > span:last-child .num");
  const topic = `quote:${query.get("market")}:${query.get("code")}`;
  rows.set(topic, { price: price.firstChild, pill, ratio: pill.firstChild, quote: {} });
}

const LOOKS = {
  rise: ["bg-rise-soft", "text-rise-text"],
  fall: ["bg-fall-soft", "text-fall-text"],
};

function colour(pill, way) {
  for (const [name, classes] of Object.entries(LOOKS)) {
    for (const one of classes) pill.classList.toggle(one, name === way);
  }
}

function write(row) {
  const { price_nominal: price, change_ratio: ratio } = row.quote;
  const way = ratio.startsWith("-") ? "fall" : "rise";
  const change = `${way === "rise" ? "+" : "\u2212"}${ratio.replace("-", "")}%`;
  if (row.price.data !== price) row.price.data = price;
  if (row.ratio.data !== change) row.ratio.data = change;
  if (row.way !== way) {
    row.way = way;
    colour(row.pill, way);
  }
}

function paint() {
  frame = 0;
  for (const row of dirty) write(row);
  dirty.clear();
}

const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/push`);
socket.onopen = () => socket.send(JSON.stringify({ op: "subscribe", topics: [...rows.keys()] }));
socket.onmessage = ({ data }) => {
  for (const message of JSON.parse(data)) {
    const row = rows.get(message.topic);
    if (!row) continue;
    Object.assign(row.quote, message.data);
    dirty.add(row);
  }
  if (dirty.size > 0 && frame === 0) frame = requestAnimationFrame(paint);
};
