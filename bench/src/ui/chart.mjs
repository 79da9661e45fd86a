// Panning a chart: frames a second while a finger draws all of 5,000 bars across a phone's chart, in the product's
// quote page and on a bare page that has the charting library and nothing else.
//
// Why it is fair: both draw the same bars in the same series (candles, four averages, the volume beneath) at the same
// size, begin at the same bars, and are moved by as many pixels each frame until the first bar is there. The bare page
// gets its averages, has no legend, no labels that make room for each other, and nothing that moves meanwhile; the
// product works its averages out and goes on with the quotes that its server sends.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { to } from "../../../ui/src/screens.ts";
import { openPhone } from "./phone.mjs";
import { medians, say, sayProgress, verdictAtLeast } from "./stats.mjs";

const AIM = 0.8;
const BARS = 5_000;
const IN_VIEW = 60;
const DAY_MILLIS = 86_400_000;
/** The newest bar's day. Older than the server's clock, so that quotes move the bar and the bar alone. */
const LAST_DAY = Date.UTC(2026, 10, 17, 5);
const PX_A_FRAME = 40;
const SETTLE_MILLIS = 2_000;
const AVERAGES = [5, 10, 20, 60];
const CODE = "AAPL";

/** The library as a script, from the product's own copy. */
const library = () => {
  const product = import.meta.resolve("lightweight-charts");
  return readFileSync(new URL("lightweight-charts.standalone.production.js", product));
};

/** Days of a walk in cents, as the API writes them: start, open, high, low, close, volume. */
function history() {
  let [state, cents] = [7, 26_000];
  const roll = (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % sides;
  };
  const text = (price) => (price / 100).toFixed(2);
  return Array.from({ length: BARS }, (_, index) => {
    const open = cents;
    cents = Math.max(5_000, open + roll(801) - 400);
    const high = Math.max(open, cents) + roll(150);
    const low = Math.min(open, cents) - roll(150);
    const start = LAST_DAY - (BARS - 1 - index) * DAY_MILLIS;
    return [start, text(open), text(high), text(low), text(cents), String(1_000 + roll(90_000))];
  });
}

/** In the browser: draws the bare chart of the same size. */
function drawBare({ bars, averages, inView, box }) {
  const host = document.body.appendChild(document.createElement("div"));
  Object.assign(host.style, { position: "absolute", left: `${box.x}px`, top: `${box.y}px` });
  const { createChart, CandlestickSeries, HistogramSeries, LineSeries } = window.LightweightCharts;
  const chart = createChart(host, { width: box.width, height: box.height });
  const time = (bar) => bar[0] / 1_000;
  const candle = ([, ...prices]) => prices.map(Number);
  chart.addSeries(CandlestickSeries).setData(
    bars.map((bar) => {
      const [open, high, low, close] = candle(bar);
      return { time: time(bar), open, high, low, close };
    }),
  );
  const closes = bars.map((bar) => Number(bar[4]));
  for (const length of averages) {
    const line = chart.addSeries(LineSeries, { lineWidth: 1 });
    line.setData(
      bars.slice(length - 1).map((bar, index) => ({
        time: time(bar),
        value: closes.slice(index, index + length).reduce((sum, one) => sum + one) / length,
      })),
    );
  }
  chart
    .addSeries(HistogramSeries, {}, 1)
    .setData(bars.map((bar) => ({ time: time(bar), value: Number(bar[5]), color: "#0b8a5b8f" })));
  const [prices, volume] = chart.panes();
  prices.setStretchFactor(204);
  volume.setStretchFactor(70);
  chart.timeScale().setVisibleLogicalRange({ from: bars.length - inView, to: bars.length });
  window.firstInView = () => chart.timeScale().getVisibleLogicalRange().from;
}

/** In the browser: draws a finger over the chart, so many pixels each frame, and returns the duration. */
function pan({ x, y, pixels, step }) {
  const target = document.elementFromPoint(x, y);
  const send = (type, clientX) => {
    const touch = new Touch({ identifier: 1, target, clientX, clientY: y, pageX: clientX, pageY: y });
    const touches = type === "touchend" ? [] : [touch];
    const more = { bubbles: true, cancelable: true, changedTouches: [touch] };
    target.dispatchEvent(new TouchEvent(type, { ...more, touches, targetTouches: touches }));
  };
  return new Promise((resolve) => {
    let [frames, moved, began] = [0, 0, 0];
    const next = (now) => {
      if (began === 0) {
        began = now;
        send("touchstart", x);
      }
      if (moved >= pixels) {
        send("touchend", x + moved);
        resolve((frames * 1_000) / (now - began));
        return;
      }
      moved += step;
      frames += 1;
      send("touchmove", x + moved);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

async function busyMillis(tools) {
  const { metrics } = await tools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value * 1_000;
}

/** Pans from the newest bar to the first. */
async function measure({ page, tools }, box) {
  await sleep(SETTLE_MILLIS);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" });
  const pixels = (BARS * box.width) / IN_VIEW;
  const before = await busyMillis(tools);
  const frames = await page.evaluate(pan, {
    x: box.x + 40,
    y: box.y + box.height / 4,
    pixels,
    step: PX_A_FRAME,
  });
  const busy = (await busyMillis(tools)) - before;
  return { frames, busy: busy / (pixels / PX_A_FRAME) };
}

/** The product's quote page with the history of the bench. */
async function measureOurs(browser, origin, bars) {
  const phone = await openPhone(browser);
  const { page } = phone;
  let wasAtTheBeginning = false;
  await page.route("**/m_ft/kline?*", (route) => {
    const older = new URL(route.request().url()).searchParams.has("before");
    wasAtTheBeginning ||= older;
    return route.fulfill({ json: { code: 200, msg: "Success", data: older ? [] : bars } });
  });
  await page.goto(`${origin}/#${to("quoteStock", { code: CODE, name: "", market: "UsStock" })}`);
  const chart = page.getByRole("img").filter({ has: page.locator("canvas") });
  await chart.waitFor();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  const figures = await measure(phone, box);
  // The page asks for older bars where its own begin.
  await sleep(SETTLE_MILLIS);
  if (!wasAtTheBeginning) throw new Error("the product's chart was not panned to its first bar");
  await phone.close();
  return { figures, box };
}

async function measureBare(browser, origin, bars, box) {
  const phone = await openPhone(browser);
  const { page } = phone;
  const html = '<!doctype html><script src="/bare-chart.js"></script>';
  await page.route("**/bare-chart", (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
  await page.route("**/bare-chart.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: library() }),
  );
  await page.goto(`${origin}/bare-chart`);
  await page.evaluate(drawBare, { bars, averages: AVERAGES, inView: IN_VIEW, box });
  const figures = await measure(phone, box);
  const first = await page.evaluate(() => window.firstInView());
  if (first > IN_VIEW) throw new Error(`the bare chart was panned to bar ${first} only`);
  await phone.close();
  return figures;
}

function print(name, { frames, busy }) {
  say(`${name.padEnd(34)} ${frames.toFixed(1).padStart(8)} ${busy.toFixed(1).padStart(11)}`);
}

export async function measureChart(browser, origin, rounds) {
  const bars = history();
  const ours = [];
  const bare = [];
  for (let round = 1; round <= rounds; round += 1) {
    sayProgress(`chart, round ${round} of ${rounds}`);
    const { figures, box } = await measureOurs(browser, origin, bars);
    ours.push(figures);
    bare.push(await measureBare(browser, origin, bars, box));
  }
  say(`chart: panning ${BARS} bars by ${PX_A_FRAME} px a frame, 4x slower`);
  say(`${"page (medians)".padEnd(34)} frames/s  ms a frame`);
  print("bare lightweight-charts", medians(bare));
  print("plumbline", medians(ours));
  verdictAtLeast(
    "frames while panning, x the bare chart",
    medians(ours).frames / medians(bare).frames,
    AIM,
  );
}
