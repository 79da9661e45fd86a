import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { to } from "@/screens";
import { testInstrument, testQuote } from "@/test/instrument";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { renderScreen } from "@/test/screen";
import { InstrumentRow } from "./InstrumentRow";

let host: FakePlatform;
const line = () => screen.getByRole("link").querySelector("polyline")?.getAttribute("class");

afterEach(cleanup);
beforeEach(() => {
  host = installPlatform();
});

// Closes that fall over weeks on a day that rises: the line has the colour of the figure beside it.
it("draws the recent closes in the colour of the day's change, and turns with it; says when the price grows old", async () => {
  const instrument = testInstrument({
    quote: testQuote({ changePercent: "1.45" }),
    recentCloses: ["12", "11", "10"],
  });
  await renderScreen(<InstrumentRow instrument={instrument} />, to("market"));
  expect(screen.getByText("+1.45%")).toBeVisible();
  expect(line()).toContain("stroke-rise");

  const socket = host.sockets.at(-1);
  socket?.events.onOpen();
  const tell = (message: object) =>
    socket?.events.onFrame(JSON.stringify([{ topic: "quote:UsStock:AAPL", ...message }]));
  const data = {
    ...{ price_nominal: "9.50", change: "-0.50", change_ratio: "-5.00" },
    ...{ session: "regular", stale: false },
  };
  tell({ seq: 1, snapshot: true, data });
  expect(await screen.findByText("−5.00%")).toBeVisible();
  expect(line()).toContain("stroke-fall");
  expect(screen.queryByText("Outdated")).toBeNull();
  tell({ seq: 2, data: { stale: true } });
  expect(await screen.findByText("Outdated")).toBeVisible();
});

it("has the sign and the colour of a change that rounds to nothing", async () => {
  const quote = testQuote({ change: "-0.01", changePercent: "0.00" });
  const row = testInstrument({ symbol: "NVDA", quote });
  await renderScreen(<InstrumentRow instrument={row} />, to("market"));
  expect(screen.getByText("−<0.01%")).toHaveClass("text-fall-text");
  expect(line()).toContain("stroke-fall");
});

it("tells the recent closes to those who do not see the line", async () => {
  await renderScreen(<InstrumentRow instrument={testInstrument()} />, to("market"));
  await waitFor(() =>
    expect(screen.getByRole("link")).toHaveAccessibleDescription(
      "Recent daily closes: first 9.80, last 10.00, change +0.20 (+2.04%), high 10.00, low 9.80.",
    ),
  );
});

it("says that a price is old while its market is open, and only then", async () => {
  const quote = testQuote({ stale: true });
  const row = testInstrument({ symbol: "MSFT", name: "Microsoft", quote });
  await renderScreen(<InstrumentRow instrument={row} />, to("market"));
  expect(await screen.findByText("Outdated")).toBeVisible();
  expect(screen.getByRole("link")).toHaveAccessibleName(/Outdated · MSFT · NASDAQ/);
  cleanup();

  const closed = testInstrument({ symbol: "MSFT", quote: { ...quote, session: "closed" } });
  await renderScreen(<InstrumentRow instrument={closed} />, to("market"));
  await waitFor(() => expect(document.querySelector(".grayscale")).not.toBeNull());
  expect(screen.queryByText("Outdated")).toBeNull();
});

it("says of what is halted that it is", async () => {
  await renderScreen(<InstrumentRow instrument={testInstrument({ haltedAt: 1 })} />, to("market"));
  expect(await screen.findByText("Halted")).toBeVisible();
});
