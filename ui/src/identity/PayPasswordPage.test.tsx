import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { toasts } from "@/ui/toast";

let asked: unknown[];

beforeEach(async () => {
  asked = [];
  const host = installPlatform("token");
  host.answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/settingPayPassword") return envelope(404, { error: "url_unknown" });
    const body = (await request.json()) as { password: string };
    asked.push(body);
    if (body.password === "correct horse") return envelope(200, {});
    const refused = { error: "password_wrong", field: "password" };
    return envelope(422, refused, "The password is wrong.");
  };
  await beginSession({ token: "token", user: { ...testUser, payPasswordSet: false } });
});

afterEach(endSession);

it("sets the first with the login password, which it says is wrong beside it", async () => {
  await renderScreen(<ScreenPage />, to("payPassword"));
  await userEvent.type(await screen.findByLabelText("New transaction password"), "246801");
  await userEvent.type(screen.getByLabelText("Confirm transaction password"), "246801");
  const save = screen.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  expect(await screen.findByText("Please enter your password.")).toBeVisible();
  expect(asked).toEqual([]);
  const login = screen.getByLabelText("Login password");
  await userEvent.type(login, "wrong horse");
  await userEvent.click(save);
  expect(await screen.findByText("The password is wrong.")).toBeVisible();
  await userEvent.clear(login);
  await userEvent.type(login, "correct horse");
  await userEvent.click(save);
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toContain("Transaction password saved"),
  );
  const payPassword = "246801";
  expect(asked).toEqual([
    { payPassword, password: "wrong horse" },
    { payPassword, password: "correct horse" },
  ]);
});
