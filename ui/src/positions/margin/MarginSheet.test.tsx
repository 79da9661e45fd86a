import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Position } from "@/api/positions";
import { unansweredOf } from "@/api/unanswered";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { createStore, useStore } from "@/store";
import { esEnd, esPosition } from "@/test/futures";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { NO_VALUE } from "@/ui";
import { toasts } from "@/ui/toast";
import { MarginFacts } from "./MarginFacts";

const margin = (removable: string | null) => ({
  ...{ leverage: "10", mark: "1.12163", liquidationPrice: "1.162", level: "112.4", removable },
});
/** A short position to whose margin something was added. */
const pair = (removable: string | null, own: Partial<Position> = {}): Position => ({
  ...esPosition({ symbol: "EURUSD", name: "Euro/US Dollar", market: "Forex", assetClass: "forex" }),
  ...{ side: "short", quantity: "20000", available: "20000", averagePrice: "1.10684" },
  ...{ multiplier: "1", cost: "2713.68", price: "1.12163", future: undefined },
  margin: margin(removable),
  ...own,
});

const view = (isolatedPosition: string, marginLevel: string) => ({
  ...{ isolatedPosition, marginLevel, currency: "USD", leverage: "10" },
  ...{ markPrice: "1.12163", liquidationPrice: "1.162" },
});
const changed = {
  ...{ id: "5", direction: 1, positionNum: "20000", avgPrice: "1.10684", currency: "USD" },
  ...{ isolatedPosition: "2613.68", initialMargin: "2213.68", leverage: "10", version: 4 },
};

/** The position as the server tells it from time to time. */
const told = createStore(pair("174.60"));

function Facts() {
  const position = useStore(told);
  return position.margin ? <MarginFacts position={position} margin={position.margin} /> : null;
}

let previewed: object[];
let sent: object[];
let remove: () => Response;

beforeEach(async () => {
  [previewed, sent] = [[], []];
  remove = () => envelope(200, changed);
  installPlatform().answer = async (request) => {
    switch (new URL(request.url).pathname) {
      case "/position/marginPreview":
        previewed.push(await request.json());
        return envelope(200, {
          ...{ before: view("2713.68", "112.40"), after: view("2613.68", "107.90"), error: null },
        });
      case "/position/removeMargin":
        sent.push(await request.json());
        return remove();
      default:
        return envelope(404, { error: "url_unknown" });
    }
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  for (const { key } of unansweredOf(testUser.id).list()) unansweredOf(testUser.id).remove(key);
  await endSession();
});

const show = async (position: Position) => {
  told.set(position);
  await renderScreen(<Facts />, to("trade", { tab: 0 }));
};
const removeButton = () => screen.findByRole("button", { name: "Remove margin" });
const openSheet = async () => {
  await userEvent.click(await removeButton());
  return within(await screen.findByRole("dialog", { name: "Remove margin" }));
};
const figureOf = (label: string | RegExp) =>
  screen.getByText(label).closest("div")?.querySelector("dd")?.textContent;

it("takes margin back once its effect is seen", async () => {
  toasts.set([]);
  await show(pair("174.60"));
  expect(await removeButton()).toBeEnabled();
  expect(figureOf("Can be removed")).toBe("174.60 USD");
  const sheet = await openSheet();
  expect(sheet.getByText(/^Can be removed/)).toHaveTextContent("Can be removed 174.60 USD");
  await userEvent.type(sheet.getByLabelText("Margin"), "100");
  expect(await sheet.findByText("2,613.68")).toBeVisible();
  expect(sheet.getByText("107.90%")).toBeVisible();
  expect(previewed.at(-1)).toEqual({ id: "5", removed: "100" });
  await userEvent.click(sheet.getByRole("button", { name: "Remove margin" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ id: "5", amount: "100" }]);
  expect(toasts.get().map(({ text }) => text)).toEqual(["Margin removed"]);
});

it("takes all that can be taken back, as the market moves it, until another amount is typed", async () => {
  await show(pair("174.60"));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole("button", { name: "All" }));
  expect(sheet.getByLabelText("Margin")).toHaveValue("174.60");
  act(() => told.set(pair("172.10")));
  expect(sheet.getByLabelText("Margin")).toHaveValue("172.10");
  await userEvent.clear(sheet.getByLabelText("Margin"));
  await userEvent.type(sheet.getByLabelText("Margin"), "50");
  act(() => told.set(pair("169.00")));
  expect(sheet.getByLabelText("Margin")).toHaveValue("50");
});

it("says of what the market has made too much that it can't be taken back", async () => {
  // The server's own sentence is about a higher leverage.
  remove = () => envelope(409, { error: "margin_too_low" }, "Higher leverage only frees margin.");
  await show(pair("174.60"));
  const sheet = await openSheet();
  await userEvent.type(sheet.getByLabelText("Margin"), "174");
  await userEvent.click(sheet.getByRole("button", { name: "Remove margin" }));
  expect(await sheet.findByText(/^That's more than can be removed\./)).toBeVisible();
  expect(sheet.queryByText(/leverage only/)).toBeNull();
});

it("asks what came of a removal without an answer, whatever amount is next, and says which it was", async () => {
  remove = () => envelope(503, { error: "overloaded" });
  await show(pair("174.60"));
  const sheet = await openSheet();
  await userEvent.type(sheet.getByLabelText("Margin"), "100");
  await userEvent.click(sheet.getByRole("button", { name: "Remove margin" }));
  await sheet.findByRole("button", { name: "Check status" });
  await userEvent.clear(sheet.getByLabelText("Margin"));
  await userEvent.type(sheet.getByLabelText("Margin"), "60");
  expect(sheet.getByText("Remove 100.00 margin from EUR/USD")).toBeVisible();
  remove = () => envelope(200, changed);
  await userEvent.click(sheet.getByRole("button", { name: "Check status" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([
    { id: "5", amount: "100" },
    { id: "5", amount: "100" },
  ]);
});

it.each([
  ["nothing", pair("0.00"), "0.00 USD"],
  ["an unknown amount", pair(null), NO_VALUE],
  [
    "nothing while a margin call stands",
    pair("90.00", { market: "Future", future: esEnd({ marginCall: "4134.19" }) }),
    "0.00 USD",
  ],
])("keeps the button, and takes back %s", async (_what, position, figure) => {
  await show(position);
  expect(await removeButton()).toBeDisabled();
  expect(figureOf("Can be removed")).toBe(figure);
});
