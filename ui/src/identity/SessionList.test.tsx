import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const session = (id: string, current: boolean) => ({
  ...{ id, current, device: "", address: "192.0.2.7" },
  ...{ createTimeTimestamp: "1795241000000", lastSeenTimestamp: "1795241003000" },
  endTimestamp: "1797833000000",
});

let sessions: ReturnType<typeof session>[];
let asked: unknown[];

beforeEach(async () => {
  sessions = [session("1", true), session("2", false)];
  asked = [];
  const host = installPlatform("token");
  host.answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/user/sessions") return envelope(200, sessions);
    if (pathname !== "/api/user/sessions/end") return envelope(404, { error: "url_unknown" });
    const body = (await request.json()) as { password: string };
    asked.push(body);
    if (body.password !== "correct horse") {
      return envelope(
        422,
        { error: "password_wrong", field: "password" },
        "The password is wrong.",
      );
    }
    sessions = sessions.slice(0, 1);
    return envelope(200, {});
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(endSession);

it.each([
  ["Log out all others", { all: true }],
  [/Unknown device$/, { id: "2" }],
])("logs other devices out with the password (%s)", async (button, which) => {
  renderScreen(<ScreenPage />, to("settings"));
  expect(await screen.findByText(/valid until/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: button }));
  const sheet = await screen.findByRole("dialog");
  const confirm = within(sheet).getByRole("button", { name: "Log out" });
  expect(confirm).toBeDisabled();
  const field = within(sheet).getByLabelText("Login password");
  await userEvent.type(field, "wrong horse");
  await userEvent.click(confirm);
  expect(await within(sheet).findByText("The password is wrong.")).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, "correct horse{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.queryByText("Log out all others")).toBeNull());
  expect(asked).toEqual([
    { ...which, password: "wrong horse" },
    { ...which, password: "correct horse" },
  ]);
});
