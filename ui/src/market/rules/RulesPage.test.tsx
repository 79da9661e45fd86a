import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";

const term = (name: string, value: string, priceUpTo: string | null = null) => ({
  name,
  value,
  priceUpTo,
});

const TOLD = {
  stock_code: "01211",
  market: "HK",
  currency: "HKD",
  date: "2026-09-13",
  today: "2026-11-20",
  rules: [
    {
      ...{ rule: "lot", about: "", terms: [term("quantity", "500")] },
      ...{ since: "2025-07-11", until: "2026-09-13", source: "HKEX, List of Securities" },
      next: { since: "2026-09-14", terms: [term("quantity", "100")], source: "HKEX" },
    },
    {
      ...{ rule: "tickSize", about: "", since: "2026-08-03", until: null, source: "HKEX" },
      terms: [term("step", "0.001", "0.25"), term("step", "0.005", "10"), term("step", "0.01")],
      next: null,
    },
    {
      ...{ rule: "fee", about: "stamp", since: "2026-01-01", until: null, source: "IRD" },
      ...{ terms: [term("fee", "0.1% of the value")], next: null },
    },
    {
      ...{ rule: "volatilityControl", about: "", since: "2020-05-11", until: null, source: "HKEX" },
      ...{ terms: [term("largeCap", "10"), term("brandNew", "7")], next: null },
    },
  ],
};

let host: FakePlatform;
const asked: (string | null)[] = [];

beforeEach(() => {
  asked.length = 0;
  host = installPlatform();
  host.answer = (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/market/rules") return new Response(null, { status: 404 });
    asked.push(searchParams.get("at"));
    return envelope(200, TOLD);
  };
});

const card = (name: string) =>
  screen.getByRole("heading", { name }).closest("article") as HTMLElement;

it("tells what was in force on a day, since when, who says so, and what came", async () => {
  await renderScreen(
    <ScreenPage />,
    to("rules", { code: "01211", market: "HK", at: "2026-09-13" }),
  );
  await screen.findByRole("heading", { name: "Board lot" });
  expect(asked).toEqual(["2026-09-13"]);
  const lot = card("Board lot");
  expect(lot).toHaveTextContent("500 per lot");
  expect(lot).toHaveTextContent(/11 Jul.* 2025 to 13 Sep.* 2026/);
  expect(lot).toHaveTextContent(/From 14 Sep.* 2026: 100 per lot/);
  expect(within(lot).getByText(/HKEX, List of Securities/)).not.toBeVisible();
  await userEvent.click(within(lot).getByRole("button", { name: "Source" }));
  expect(within(lot).getByText(/HKEX, List of Securities/)).toBeVisible();
  expect(card("Price step")).toHaveTextContent(
    "Price, HKDStepup to 0.250.001 HKDup to 100.005 HKDabove 100.01 HKD",
  );
  expect(screen.getByRole("heading", { name: "Circuit breakers" })).toBeInTheDocument();
  // A term that is newer than the app is shown by its wire name.
  expect(card("Volatility control")).toHaveTextContent("brandNew: 7");
});

it("asks for the rules of the day that is chosen", async () => {
  await renderScreen(<ScreenPage />, to("rules", { code: "01211", market: "HK" }));
  await screen.findByRole("heading", { name: "Board lot" });
  const day = screen.getByLabelText("In force on");
  expect(day).toHaveValue("2026-11-20");
  fireEvent.change(day, { target: { value: "2025-08-01" } });
  expect(window.location.hash).toContain("at=2025-08-01");
});

it("has words for every rule of a future", async () => {
  const since = { since: "2026-01-01", until: null, source: "CME", next: null, about: "" };
  const rules = [
    { ...since, rule: "product", terms: [term("product", "future"), term("wallet", "FUTURE")] },
    {
      ...{ ...since, rule: "futuresMargin" },
      terms: [
        ...[term("maintenancePercent", "6"), term("initialRatio", "1.10")],
        ...[term("closeOutPercent", "50"), term("finalSettlement", "index_opening")],
      ],
    },
    {
      ...{ ...since, rule: "contract" },
      terms: [term("step", "0.25"), term("multiplier", "50"), term("delivery", "cash")],
    },
  ];
  const told = { ...TOLD, stock_code: "ESZ26", market: "Future", currency: "USD", rules };
  host.answer = (request) =>
    new URL(request.url).pathname === "/market/rules"
      ? envelope(200, told)
      : new Response(null, { status: 404 });
  await renderScreen(<ScreenPage />, to("rules", { code: "ESZ26", market: "Future" }));
  await screen.findByRole("heading", { name: "Product" });
  expect(card("Product")).toHaveTextContent("Held on margin, long or short, and settled each day");
  const margin = card("Margin");
  expect(margin).toHaveTextContent("Maintenance margin: 6% of the contract value");
  expect(margin).toHaveTextContent("Initial margin: 1.1 times maintenance");
  expect(margin).toHaveTextContent("Liquidated at 50% of the initial margin");
  expect(margin).toHaveTextContent("Final settlement at the opening of its index");
  expect(card("Contract")).toHaveTextContent("Tick size 0.25");
});
