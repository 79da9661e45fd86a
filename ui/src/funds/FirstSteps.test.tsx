import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import FirstSteps from "./FirstSteps";

beforeEach(async () => {
  const host = installPlatform();
  host.answer = (request) => {
    const path = new URL(request.url).pathname;
    if (path === "/userCenter/getWalletBalance") return envelope(200, []);
    if (path === "/userCenter/getFundingOverview") {
      return envelope(200, { marketValue: "0.00", history: [], rates: [] });
    }
    return envelope(404, { error: "url_unknown" });
  };
  await beginSession({ token: "token", user: testUser });
  await renderScreen(<FirstSteps dismissible />, to("profile"));
});

afterEach(() => endSession());

it("are dismissed by one customer and not for the next", async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(screen.queryByText("First steps")).toBeNull();
  const next = { ...testUser, id: "2" };
  await act(() => beginSession({ token: "other", user: next }));
  expect(await screen.findByText("First steps")).toBeVisible();
  await act(() => beginSession({ token: "token", user: testUser }));
  expect(screen.queryByText("First steps")).toBeNull();
});

it("ask once which colour a rise has", async () => {
  expect(await screen.findByText("Which color means a rise?")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Red up, green down" }));
  expect(document.documentElement.dataset.rise).toBe("red");
  expect(screen.queryByText("Which color means a rise?")).toBeNull();
});
