import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";

import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireInstrument } from "@/test/wire";
import WatchlistPage from "./WatchlistPage";

afterEach(() => endSession());

it("offers an empty watchlist what is popular, and follows it by its star", async () => {
  const host = installPlatform();
  const saved: string[] = [];
  host.answer = async (request) => {
    const path = new URL(request.url).pathname;
    if (path === "/userSelfSecurity/selectSelfSelectionStocksData") return envelope(200, []);
    if (path === "/market/list") {
      const page = { pageNum: 1, pageSize: 8, total: 1 };
      return envelope(200, { list: [wireInstrument({ stock_code: "AAPL", id: "AAPL" })], page });
    }
    if (path === "/userSelfSecurity/save") {
      saved.push(await request.text());
      return envelope(200, null);
    }
    return envelope(404, { error: "url_unknown" });
  };
  await beginSession({ token: "token", user: testUser });
  await renderScreen(<WatchlistPage />, to("watchlist"));
  await userEvent.click(await screen.findByRole("button", { name: /^Watch / }));
  expect(saved).toHaveLength(1);
  expect(saved[0]).toContain("AAPL");
});
