import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { to } from "@/screens";
import { testDetail } from "@/test/instrument";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireDetail, wireInstrument } from "@/test/wire";
import { ChartSection } from "../chart/ChartSection";
import type { Compared } from "./useComparison";

/** Replaces the canvas: it records what it was given, and lets a test move the view. */
const drawn = vi.hoisted(() => ({
  series: [] as Compared[],
  start: null as number | null,
  view: (_from: number): void => undefined,
  point: (_time: number | null): void => undefined,
}));
vi.mock("./CompareDrawing", () => ({
  CompareDrawing: class {
    show(series: Compared[], start: number | null) {
      Object.assign(drawn, { series, start });
    }
    onView(view: (from: number) => void) {
      drawn.view = view;
    }
    onPoint(point: (time: number | null) => void) {
      drawn.point = point;
    }
    onLeftEdge() {}
    remove() {}
  },
}));
vi.mock("../chart/PriceChart", () => ({ default: () => <p>one chart</p> }));

const day = (date: number) => Date.UTC(2026, 10, date);
const NEW_YORK_MS = 5 * 3_600_000;
const HONG_KONG_MS = -8 * 3_600_000;
const bar = (start: number, close: string) => [start, close, close, close, close, "1"];
/** Bars of Apple, and of Tencent, which was closed on the 17th and begins a day later. */
const BARS: Record<string, unknown[]> = {
  AAPL: [
    bar(day(16) + NEW_YORK_MS, "100"),
    bar(day(17) + NEW_YORK_MS, "110"),
    bar(day(18) + NEW_YORK_MS, "121"),
  ],
  "00700": [bar(day(17) + HONG_KONG_MS, "500"), bar(day(18) + HONG_KONG_MS, "450")],
};
const tencent = {
  ...({ id: "2", stock_code: "00700", name: "Tencent", market: "HK", source: 11 } as const),
  ...{ exchange: "HKEX", currency: "HKD" },
};

beforeEach(() => {
  drawn.start = null;
  installPlatform().answer = (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const code = searchParams.get("stockCode") ?? "";
    if (pathname === "/m_ft/kline") {
      return envelope(200, searchParams.has("before") ? [] : (BARS[code] ?? []));
    }
    if (pathname === "/m_ft/stock_detail_ft") {
      return envelope(
        200,
        wireDetail(
          code === "00700"
            ? { ...tencent, timeZone: "Asia/Hong_Kong" }
            : { timeZone: "America/New_York" },
        ),
      );
    }
    const rows = [wireInstrument(tencent)];
    return envelope(200, { basis: "traded", list: rows });
  };
});
afterEach(cleanup);

const address = to("quoteStock", { code: "AAPL", market: "UsStock", compare: "HK.00700" });
const show = async (compare?: string) => {
  const instrument = testDetail({ timeZone: "America/New_York" });
  await renderScreen(
    <ChartSection instrument={instrument} compare={compare} />,
    compare ? address : to("quoteStock", { code: "AAPL", market: "UsStock" }),
  );
};
const lines = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
const inAddress = () => new URLSearchParams(window.location.hash.split("?")[1]).get("compare");

it("draws what the address names, as changes since the first day that both have in view", async () => {
  await show("HK.00700");
  await waitFor(() => expect(lines()).toEqual(["Apple+10.00%", "Tencent−10.00%"]));
  await waitFor(() => expect(drawn.start).toBe(day(17)));
  expect(
    screen.getByRole("img", {
      name: "Comparison, Day, 17 Nov 2026 to 18 Nov 2026: Apple +10.00%, Tencent −10.00%.",
    }),
  ).toBeVisible();
});

it("measures from the first moment that is in view, and tells of the one that is pointed at", async () => {
  await show("HK.00700");
  await waitFor(() => expect(drawn.start).toBe(day(17)));
  drawn.point(day(17));
  await waitFor(() => expect(lines()).toEqual(["Apple0.00%", "Tencent0.00%"]));
  drawn.point(null);
  await waitFor(() => expect(lines()).toEqual(["Apple+10.00%", "Tencent−10.00%"]));
  drawn.view(day(18));
  // The chart is drawn in an effect, after the lines are in the document.
  await waitFor(() => expect(drawn.start).toBe(day(18)));
  expect(lines()).toEqual(["Apple0.00%", "Tencent0.00%"]);
});

it("has every change in its table", async () => {
  await show("HK.00700");
  await waitFor(() => expect(lines()).toHaveLength(2));
  await userEvent.click(screen.getByRole("button", { name: "Data table" }));
  const table = within(await screen.findByRole("table"));
  const rows = table.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(["TimeAppleTencent", "18 Nov 2026+10.00%−10.00%", "17 Nov 20260.00%0.00%"]);
});

it("takes on what is chosen and lets it go, in its address too", async () => {
  await show();
  expect(await screen.findByText("one chart")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Compare" }));
  await userEvent.click(await screen.findByRole("button", { name: /Tencent/ }));
  expect(inAddress()).toBe("HK.00700");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(await screen.findByRole("button", { name: "Stop comparing with Tencent" }));
  expect(await screen.findByText("one chart")).toBeVisible();
  expect(inAddress()).toBeNull();
});
