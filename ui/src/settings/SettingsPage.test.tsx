import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { keptForm } from "@/forms/keptForm";
import { to } from "@/screens";
import { beginSession, customerId, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

afterEach(async () => {
  sessionStorage.clear();
  await endSession();
});

/** Logs out, with the server's answer. */
async function logOut(answer: () => Promise<Response>) {
  installPlatform().answer = (request) =>
    request.url.endsWith("/logout") ? answer() : envelope(404, { error: "url_unknown" });
  await beginSession({ token: "token", user: testUser });
  const form = keptForm("a-form", { name: "" });
  form.keep({ name: "Ada" });
  // Another tab's storage, which is separate.
  const own = { ...sessionStorage };
  await renderScreen(<ScreenPage />, to("settings"));
  await userEvent.click(await screen.findByRole("button", { name: "Log out" }));
  return { form, own };
}

it("forgets at a log-out what was typed in this tab, and lets the others know, also where the server cannot be told", async () => {
  const { form, own } = await logOut(async () => {
    throw new TypeError("Failed to fetch");
  });
  await waitFor(() => expect(customerId()).toBeUndefined());
  expect(sessionStorage).toHaveLength(0);
  await beginSession({ token: "again", user: testUser });
  for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);
  expect(form.read()).toBeNull();
});

it("forgets it at the press, before the server has answered", async () => {
  const { form, own } = await logOut(() => new Promise(() => undefined));
  expect(sessionStorage).toHaveLength(0);
  expect(customerId()).toBe(testUser.id);
  for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);
  expect(form.read()).toBeNull();
});
