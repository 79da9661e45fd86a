// The live list: main-thread time a second of the product's Markets tab while 1000 ticks a second
// arrive at the rows in its window, against a floor that writes to the DOM what changed, once an
// animation frame.
//
// Why it is fair: the floor is the product's own screen, saved as HTML with its stylesheet and
// without its code, so both have the same rows and cost the same to lay out and to paint. Both open
// a real WebSocket to the same feed, subscribe to the same instruments and get the same frames.
// The floor does less: it formats no decimals, flashes nothing and cannot be scrolled. The product
// may save paints that the eye cannot follow.
//
// The real server would send each quote at most ten times a second; the feed here does not
// conflate, since it is the client's own work that is measured. Milliseconds are the processor time
// of the main thread, slowed four times, as the browser's own metrics count it; wall time would
// also count how the browser's other threads fight over this machine's cores.
import { readFileSync } from "node:fs";
import { createServer, request as forward } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { to } from "../../../ui/src/screens.ts";
import { createFeed } from "./feed.mjs";
import { openPhone } from "./phone.mjs";
import { medians, say, sayProgress, verdict } from "./stats.mjs";

const AIM = 0.65;
const ROWS = 500;
const ROW_PX = 60;
const SETTLE_MILLIS = 3_000;
const FRAMES_MILLIS = 2_000;
const ROW = "[data-index] a[data-row]";
const FLOOR_SCRIPT = readFileSync(new URL("floor.js", import.meta.url));

/** The product's server with the bench's feed in the place of its push socket, and the floor. */
function openStage(origin) {
  const files = new Map([["/floor.js", ["text/javascript", FLOOR_SCRIPT]]]);
  const stage = createServer((request, response) => {
    const [type, content] = files.get(request.url) ?? [];
    if (content) return response.writeHead(200, { "content-type": type }).end(content);
    const { method, headers } = request;
    const onward = forward(`${origin}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  stage.on("upgrade", createFeed());
  return new Promise((resolve) => {
    stage.listen(0, "127.0.0.1", () => {
      resolve({
        origin: `http://127.0.0.1:${stage.address().port}`,
        show: (path, html) => files.set(path, ["text/html; charset=utf-8", html]),
        close() {
          stage.close();
          stage.closeAllConnections();
        },
      });
    });
  });
}

/** Scrolls until the list holds enough rows, and back to its top. */
async function openList(page, origin) {
  await page.goto(`${origin}/#${to("market")}`);
  await page.locator(ROW).first().waitFor();
  const scroller = page.locator(".overflow-y-auto").filter({ has: page.locator(ROW) });
  const height = () => scroller.evaluate((element) => element.scrollHeight);
  while ((await height()) < ROWS * ROW_PX) {
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await sleep(100);
  }
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await page.locator('[data-index="0"]').waitFor();
}

/** The screen as it stands, without the product's code. */
async function saveAsFloor(page) {
  await page.evaluate(() => {
    for (const code of document.querySelectorAll("script, link[rel=modulepreload]")) code.remove();
  });
  const html = await page.content();
  return html.replace("</body>", '<script type="module" src="/floor.js"></script></body>');
}

async function metricsOf(tools) {
  const { metrics } = await tools.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** The page's frames a second. Counting them costs frames, so it has a time of its own. */
const countFrames = (page) =>
  page.evaluate(
    (millis) =>
      new Promise((resolve) => {
        const began = performance.now();
        let frames = 0;
        const next = (now) => {
          frames += 1;
          if (now - began < millis) requestAnimationFrame(next);
          else resolve((frames * 1_000) / (now - began));
        };
        requestAnimationFrame(next);
      }),
    FRAMES_MILLIS,
  );

async function measure(page, tools, seconds) {
  await sleep(SETTLE_MILLIS);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" });
  const [before, began] = [await metricsOf(tools), performance.now()];
  await sleep(seconds * 1_000);
  const [after, took] = [await metricsOf(tools), (performance.now() - began) / 1_000];
  const perSecond = (name) => ((after[name] - before[name]) * 1_000) / took;
  return {
    all: perSecond("TaskDuration"),
    script: perSecond("ScriptDuration"),
    style: perSecond("RecalcStyleDuration"),
    layout: perSecond("LayoutDuration"),
    frames: await countFrames(page),
  };
}

function print(name, { all, script, style, layout, frames }) {
  const figures = [all, script, style, layout].map((value) => value.toFixed(1).padStart(7));
  say(`${name.padEnd(34)} ${figures.join(" ")} ${frames.toFixed(0).padStart(9)}`);
}

export async function measureList(browser, origin, { rounds, seconds }) {
  const stage = await openStage(origin);
  const ours = [];
  const floor = [];
  for (let round = 1; round <= rounds; round += 1) {
    sayProgress(`live list, round ${round} of ${rounds}`);
    const product = await openPhone(browser);
    await openList(product.page, stage.origin);
    ours.push(await measure(product.page, product.tools, seconds));
    stage.show("/floor", await saveAsFloor(product.page));
    await product.close();

    const bare = await openPhone(browser);
    // A floor that does nothing would be the fastest.
    const errors = [];
    bare.page.on("pageerror", (error) => errors.push(error));
    await bare.page.goto(`${stage.origin}/floor`);
    floor.push(await measure(bare.page, bare.tools, seconds));
    if (errors.length > 0) throw new AggregateError(errors, "the floor does not run");
    await bare.close();
  }
  stage.close();

  say(
    "live list: ms of the main thread a second, 4x slower, 1000 ticks/s at the rows in the window",
  );
  say(`${"page (medians)".padEnd(34)}     all  script   style  layout  frames/s`);
  print("floor: cells written each frame", medians(floor));
  print("plumbline", medians(ours));
  verdict("main thread, x the floor", medians(ours).all / medians(floor).all, AIM);
}
