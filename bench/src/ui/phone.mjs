// The phone that all parts of the bench measure on: a small screen and a slow processor.

const SCREEN = { width: 390, height: 844 };
const SLOWER = 4;

/** A page of a browser with an empty cache, and the DevTools protocol to it. */
export async function openPhone(browser) {
  const context = await browser.newContext({ viewport: SCREEN, hasTouch: true, locale: "en-GB" });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return { page, tools, close: () => context.close() };
}
