import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

/** The market look-ups, and the markets that other calls named. */
const lookups: unknown[] = [];
const named = new Set<string | null>();
let refusal: Response | null;

beforeEach(async () => {
  lookups.length = 0;
  named.clear();
  refusal = null;
  installPlatform().answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/market/getMaket") {
      lookups.push(await request.json());
      return refusal ?? envelope(200, { market: "HK", marketType: "HKEX", classify: "" });
    }
    if (searchParams.has("stockCode")) named.add(searchParams.get("market"));
    const body = request.method === "POST" ? await request.json() : {};
    // Every call about the instrument names its market.
    if ("stockCode" in body) named.add(body.market ?? null);
    return envelope(404, { error: "url_unknown" });
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(endSession);

const instrument = { code: "0700", name: "Tencent", source: 0 } as const;
const ADDRESSES = {
  quote: to("quoteStock", instrument),
  ticket: to("payStock", { ...instrument, direction: 1 }),
  sale: to("payClose", { ...instrument, id: "5" }),
  holding: to("tradeDetail", { ...instrument, id: "5", type: "holding" }),
};

it.each(Object.entries(ADDRESSES))(
  "looks up the market of a %s that names none",
  async (_, address) => {
    await renderScreen(<ScreenPage />, address);
    await waitFor(() => expect(named).toContain("HK"));
    expect([...named].filter((market) => market !== "HK")).toEqual([]);
    expect(lookups).toEqual([{ stkcode: "0700", stkName: "Tencent" }]);
  },
);

it("asks nothing where the address names the market", async () => {
  await renderScreen(<ScreenPage />, to("quoteStock", { ...instrument, market: "UsStock" }));
  await waitFor(() => expect(named).toContain("UsStock"));
  expect(lookups).toEqual([]);
});

it("says that there is no such instrument, or why it cannot tell", async () => {
  refusal = envelope(404, { error: "instrument_unknown" }, "Unknown.");
  await renderScreen(<ScreenPage />, ADDRESSES.ticket);
  expect(await screen.findByRole("button", { name: "Search" })).toBeVisible();
  expect([...named]).toEqual([]);
});
