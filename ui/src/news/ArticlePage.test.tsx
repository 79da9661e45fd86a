import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { Wire } from "@/api/wire";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";

let host: FakePlatform;
let asked: unknown[];

const row = (own: Partial<Wire["ArticleRow"]> = {}): Wire["ArticleRow"] => ({
  ...{ id: "7", title: "US stocks, 20 Nov 2026", summary: "S&P 500 ended at 7,706.12." },
  ...{ language: "en", author: "server", publisher: null, tags: ["market_wrap"] },
  instruments: [{ stock_code: "SPX", market: "Index", source: 99, name: "S&P 500" }],
  createTimestamp: String(new Date(2026, 10, 21, 5).getTime()),
  ...own,
});

const span = (text: string, own: Partial<Wire["Span"]> = {}) => ({ text, ...own });
const cell = (text: string, figure = false) => ({ spans: [span(text)], figure });
const content: Wire["Block"][] = [
  { kind: "quote", spans: [span("This market is simulated.")] },
  {
    kind: "paragraph",
    spans: [span("Rules are at "), span("the SEC", { link: "https://www.sec.gov/rules" })],
  },
  { kind: "paragraph", spans: [span("<script>alert(1)</script>")] },
  {
    kind: "table",
    head: { cells: [cell("Name"), cell("Close", true)] },
    lines: [{ cells: [cell("Apple AAPL"), cell("1,227.50", true)] }],
  },
];

beforeEach(() => {
  asked = [];
  host = installPlatform();
  host.answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/article/7") return envelope(200, { ...row(), content });
    if (pathname === "/article/8")
      return envelope(200, { ...row({ id: "8", language: "zh-Hant" }), content: [] });
    if (pathname === "/dict/data")
      return envelope(200, [{ dictValue: "market_wrap", dictLabel: "Market wrap" }]);
    if (pathname === "/article/pageList") {
      const body = (await request.json()) as { before?: string };
      asked.push(body);
      const from = body.before ? Number(body.before) - 1 : 40;
      const list = Array.from({ length: Math.min(20, from) }, (_, place) =>
        row({ id: String(from - place), title: `Article ${from - place}` }),
      );
      return envelope(200, { list, page: { pageNum: 1, pageSize: 20, total: 40 } });
    }
    return envelope(404, { error: "article_withdrawn" }, "This article was withdrawn.");
  };
});

it("shows the text as text, its tags, and the way to what it is about", async () => {
  await renderScreen(<ScreenPage />, to("article", { id: "7" }));
  expect(await screen.findByRole("heading", { name: "US stocks, 20 Nov 2026" })).toBeVisible();
  expect(screen.getByText(/Server report · 21 Nov 2026/)).toBeVisible();
  expect(screen.getByText("<script>alert(1)</script>")).toBeVisible();
  expect(document.querySelector("article script")).toBeNull();
  const table = within(screen.getByRole("table"));
  expect(table.getByRole("cell", { name: "1,227.50" })).toHaveClass("text-right");
  expect(await screen.findByRole("link", { name: "Market wrap" })).toHaveAttribute(
    "href",
    `#${to("news", { tag: "market_wrap" })}`,
  );
  const link = screen.getByRole("link", { name: "the SEC" });
  const leads = to("webview", { url: "https://www.sec.gov/rules", title: "the SEC" });
  expect(link).toHaveAttribute("href", `#${leads}`);
  expect(screen.getByRole("link", { name: /SPX/ }).getAttribute("href")).toContain(
    "/pages/quote/globalindex?code=SPX",
  );
});

it("remembers how large one reads", async () => {
  await renderScreen(<ScreenPage />, to("article", { id: "7" }));
  await userEvent.click(await screen.findByRole("button", { name: "Larger text" }));
  expect(host.storage.get("readingSize")).toBe("large");
  expect(screen.getByRole("button", { name: "Smaller text" })).toBeVisible();
});

it("says which language it is written in where that is another", async () => {
  await renderScreen(<ScreenPage />, to("article", { id: "8" }));
  expect(await screen.findByText(/This article is in/)).toBeVisible();
});

it("says that it is gone, and leads to all others", async () => {
  await renderScreen(<ScreenPage />, to("article", { id: "9" }));
  expect(await screen.findByText("This article was withdrawn.")).toBeVisible();
  expect(screen.getByRole("link", { name: "All news" })).toHaveAttribute("href", `#${to("news")}`);
});

it("lists the newest first and reads on by the last one", async () => {
  await renderScreen(<ScreenPage />, to("news", { tag: "market_wrap" }));
  expect(await screen.findByText("Article 40")).toBeVisible();
  expect(asked).toEqual([{ tag: "market_wrap", pageSize: 20 }]);
  await userEvent.click(screen.getByRole("button", { name: /more/i }));
  expect(await screen.findByText("Article 1")).toBeVisible();
  expect(asked[1]).toEqual({ tag: "market_wrap", pageSize: 20, before: "21" });
  expect(screen.getAllByText(/^Article \d+$/)).toHaveLength(40);
});
