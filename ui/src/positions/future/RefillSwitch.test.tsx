import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { unansweredOf } from "@/api/unanswered";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { createStore, useStore } from "@/store";
import { esEnd, esPosition } from "@/test/futures";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { RefillSwitch } from "./RefillSwitch";

const position = (refills: boolean | null) => esPosition({ future: esEnd({ refills }) });
const changed = {
  ...{ id: "5", direction: 0, positionNum: "2", avgPrice: "7544.25", currency: "USD" },
  ...{ isolatedPosition: "40000.00", initialMargin: "40000.00", leverage: "1", version: 4 },
};

/** The position as the server tells it from time to time. */
const told = createStore(position(true));

function Switch() {
  return <RefillSwitch position={useStore(told)} />;
}

let sent: { key: string | null; body: object }[];
let reply: () => Response;

beforeEach(async () => {
  sent = [];
  reply = () => envelope(200, changed);
  installPlatform().answer = async (request) => {
    if (new URL(request.url).pathname !== "/position/marginRefill") {
      return envelope(404, { error: "url_unknown" });
    }
    sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
    return reply();
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  for (const { key } of unansweredOf(testUser.id).list()) unansweredOf(testUser.id).remove(key);
  await endSession();
});

const show = async (refills: boolean | null) => {
  told.set(position(refills));
  await renderScreen(<Switch />, to("trade", { tab: 0 }));
};
const refill = () => screen.findByRole("switch", { name: "Top up margin automatically" });

it("stands as it was switched until the position is read again, and follows it from then on", async () => {
  await show(true);
  expect(await refill()).toBeChecked();
  await userEvent.click(await refill());
  expect(await refill()).not.toBeChecked();
  expect(sent.map(({ body }) => body)).toEqual([{ id: "5", enabled: false }]);
  act(() => told.set(position(false)));
  await waitFor(async () => expect(await refill()).not.toBeChecked());
  // Another device switches it on again.
  act(() => told.set(position(true)));
  expect(await refill()).toBeChecked();
});

it("says why it was refused, and stands as before", async () => {
  reply = () => envelope(404, { error: "position_unknown" }, "This position is closed.");
  await show(true);
  await userEvent.click(await refill());
  expect(await screen.findByText("This position is closed.")).toBeVisible();
  expect(await refill()).toBeChecked();
});

it("asks what came of a try without an answer before it switches anything else", async () => {
  reply = () => envelope(503, { error: "overloaded" });
  await show(true);
  await userEvent.click(await refill());
  await waitFor(() => expect(unansweredOf(testUser.id).list()).toHaveLength(1));
  // The server has carried it out.
  act(() => told.set(position(false)));
  reply = () => envelope(200, changed);
  await userEvent.click(await refill());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual(sent[0]);
  expect(unansweredOf(testUser.id).list()).toEqual([]);
});

it("is not there where the server does not say whether it refills", async () => {
  await show(null);
  expect(screen.queryByRole("switch")).toBeNull();
});
