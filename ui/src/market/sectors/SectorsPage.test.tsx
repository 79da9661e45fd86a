import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";

const stock = (stock_code: string, change_ratio: string, turnover: string) => ({
  stock_code,
  name: `${stock_code} Inc.`,
  price_nominal: "10.00",
  change_ratio,
  turnover,
});

const TOLD = {
  market: "UsStock",
  currency: "USD",
  sectors: [
    {
      classify: "Energy",
      name: "Energy",
      turnover: "5000000.00",
      change_ratio: "-0.42",
      risen: 1,
      fallen: 2,
      unchanged: 0,
      stocks: [stock("XOM", "-1.20", "3000000.00"), stock("CVX", "0.80", "2000000.00")],
    },
  ],
};

let host: FakePlatform;
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  host = installPlatform();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

async function draw(status = 200, address = to("sectors")) {
  host.answer = (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname !== "/market/sectors") return new Response(null, { status: 404 });
    asked.push(search);
    return envelope(status, status === 200 ? TOLD : { error: "internal" });
  };
  await renderScreen(<ScreenPage />, address);
}

it("tells the industries as a table, with the sign of each change", async () => {
  await draw();
  await userEvent.click(await screen.findByRole("radio", { name: "Table" }));
  const table = await screen.findByRole("table", { name: "Sectors" });
  const energy = within(table).getByRole("row", { name: /Energy/ });
  expect(energy).toHaveTextContent("1 up, 2 down, 0 unchanged");
  expect(energy).toHaveTextContent("−0.42%");
  const exxon = within(table).getByRole("link", { name: /XOM/ });
  expect(exxon.getAttribute("href")).toContain("/pages/quote/stock?code=XOM");
  expect(within(table).getByRole("row", { name: /CVX/ })).toHaveTextContent("+0.80%");
  expect(asked[0]).toBe("?market=UsStock");
});

it("asks for the industries of another market", async () => {
  await draw();
  await userEvent.click(await screen.findByRole("radio", { name: /Hong Kong/ }));
  await screen.findByRole("navigation", { name: "Sectors" });
  expect(window.location.hash).toContain("market=HK");
});

it("stays a table in another market, whose address draws it anew", async () => {
  await draw();
  await userEvent.click(await screen.findByRole("radio", { name: "Table" }));
  await userEvent.click(screen.getByRole("radio", { name: /Hong Kong/ }));
  const address = window.location.hash.slice(1);
  expect(address).toBe(to("sectors", { market: "HK", view: "table" }));
  cleanup();
  await draw(200, address);
  expect(await screen.findByRole("table", { name: "Sectors" })).toBeInTheDocument();
});

it("says that they could not be read, and offers to try again", async () => {
  await draw(500);
  expect(await screen.findByRole("button", { name: /again/i })).toBeInTheDocument();
});
