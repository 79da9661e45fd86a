import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { OrderRules } from "./OrderRules";

const term = (value: string) => ({ name: "fee", value, priceUpTo: null });

async function draw(changes: object[]) {
  const host = installPlatform();
  host.answer = (request) =>
    new URL(request.url).pathname === "/orders/rules"
      ? envelope(200, {
          ...{ id: "7", acceptedTimestamp: "1775142000000", stock_code: "AAPL" },
          ...{ market: "UsStock", currency: "USD", date: "2026-04-02", today: "2026-04-06" },
          ...{ rules: [], changes },
        })
      : new Response(null, { status: 404 });
  await renderScreen(<OrderRules id="7" />, "/pages/trade/index");
  await screen.findByRole("heading", { name: "Rules that applied" });
}

it("says that nothing has changed since an order", async () => {
  await draw([]);
  expect(await screen.findByText(/The rules haven't changed since/)).toBeInTheDocument();
  const all = screen.getByRole("link", { name: /All rules of 2 Apr/ });
  expect(all.getAttribute("href")).toContain("at=2026-04-02");
});

it("says in words what has changed", async () => {
  await draw([
    {
      ...{ rule: "fee", about: "sec", before: [term("$0.00 per $1M sold")] },
      ...{ after: [term("$20.60 per $1M sold")], since: "2026-04-04", source: "SEC" },
    },
    { rule: "priceBand", about: "", before: [term("x")], after: [], since: null, source: null },
  ]);
  expect(await screen.findByText("Then: $0.00 per $1M sold")).toBeInTheDocument();
  expect(screen.getByText(/Since 4 Apr.*: \$20\.60 per \$1M sold/)).toBeInTheDocument();
  expect(screen.getByText("Today: no such rule")).toBeInTheDocument();
});
