import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decodeWatchGroups } from "@/api/watchGroups";
import { decodeWatchlist } from "@/api/watchlist";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireInstrument } from "@/test/wire";
import { EmptyGroup } from "../groups/EmptyGroup";
import { ManageBoard } from "./ManageBoard";

const wire = ["AAPL", "KO", "T"].map((code, index) => ({
  ...wireInstrument({ id: code, stock_code: code, name: code }),
  watchId: String(index + 1),
}));
const items = decodeWatchlist(wire as Parameters<typeof decodeWatchlist>[0]);
let sent: string[];

beforeEach(async () => {
  sent = [];
  installPlatform().answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") sent.push(`${pathname} ${await request.text()}`);
    return envelope(200, pathname.endsWith("selectSelfSelectionStocksData") ? wire : []);
  };
  await beginSession({ token: "token", user: testUser });
});
afterEach(() => endSession());

it("puts a row before all others by a press; the first one is there", async () => {
  await renderScreen(<ManageBoard items={items} groups={[]} />, to("watchlistManage"));
  expect(await screen.findByRole("button", { name: "Move AAPL to the top" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Move T to the top" }));
  expect(sent).toEqual(['/userSelfSecurity/reorder {"ids":["3","1","2"]}']);
});

it("removes several rows at once", async () => {
  await renderScreen(<ManageBoard items={items} groups={[]} />, to("watchlistManage"));
  await userEvent.click(await screen.findByRole("button", { name: "Select" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "AAPL" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "T" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove 2" }));
  await expect
    .poll(() => sent.map((call) => call.trim()).sort())
    .toEqual([...["/userSelfSecurity/delete/1", "/userSelfSecurity/delete/3"]]);
});

it("fills an empty group from the whole watchlist, in its order", async () => {
  const [group] = decodeWatchGroups([{ id: "7", name: "Tech", watchIds: [] }]);
  if (!group) throw new Error("no group");
  await renderScreen(<EmptyGroup group={group} />, to("watchlist"));
  await userEvent.click(await screen.findByRole("button", { name: "Add" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "AAPL" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "KO" }));
  await userEvent.click(screen.getByRole("button", { name: "Add 2" }));
  await expect
    .poll(() => sent.map((call) => JSON.parse(call.split(" ")[1] ?? "").secuCode))
    .toEqual(["KO", "AAPL"]);
});
