import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireUser } from "@/test/wire";

const OUTBOX = "/var/lib/plumbline/outbox";

/** The answer to each call; any other call does not exist. */
let replies: Record<string, () => Response>;
let bodies: Record<string, unknown>;

beforeEach(async () => {
  bodies = {};
  replies = {
    "/appVersion/getPublishAppVersion": () =>
      envelope(200, { mode: "paper", mailDelivery: "outbox", outboxHint: OUTBOX }),
    "/getEmailCode": () => envelope(200, { expiresIn: 600, resendIn: 60 }),
    "/register/email": () => envelope(200, { token: "token", user: wireUser() }),
  };
  installPlatform().answer = async (request) => {
    const path = new URL(request.url).pathname;
    bodies[path] = await request.json().catch(() => undefined);
    return replies[path]?.() ?? envelope(404, { error: "url_unknown" });
  };
  await renderScreen(<ScreenPage />, to("register", { inviteCode: "PLUMB7" }));
});

afterEach(endSession);

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await userEvent.type(await screen.findByLabelText(label), value);
  }
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

const VALUES = {
  "E-mail": "new@example.com",
  "Verification code": "123456",
  Password: "correct-horse",
  "Confirm password": "correct-horse",
};

it("says where the code lies when the server sends no mail, and when it can be sent again", async () => {
  await fill({ "E-mail": "new@example.com" });
  await press("Send code");
  expect(await screen.findByText(/newest file/)).toBeVisible();
  expect(screen.getByText(OUTBOX)).toBeVisible();
  expect(await screen.findByRole("button", { name: /Again in (60|59) s/ })).toBeDisabled();
  expect(bodies["/getEmailCode"]).toEqual({ email: "new@example.com", scene: "register" });
});

it("asks for no code to an address that is none", async () => {
  await fill({ "E-mail": "nobody" });
  await press("Send code");
  expect(await screen.findByText("Enter a valid e-mail address.")).toBeVisible();
  expect(bodies["/getEmailCode"]).toBeUndefined();
});

it("opens an account with the invite code of its address, and leads on", async () => {
  await fill(VALUES);
  await press("Open account");
  expect(await screen.findByText("Your account is open")).toBeVisible();
  expect(bodies["/register/email"]).toEqual({
    email: "new@example.com",
    code: "123456",
    password: "correct-horse",
    inviteCode: "PLUMB7",
  });
});

it("puts a refusal next to the field that it is about", async () => {
  replies["/register/email"] = () =>
    envelope(422, { error: "code_invalid", field: null }, "The code is wrong.");
  await fill(VALUES);
  await press("Open account");
  const field = await screen.findByLabelText("Verification code");
  expect(await screen.findByText("The code is wrong.")).toBeVisible();
  expect(field).toHaveAccessibleDescription("The code is wrong.");
});

it("sends nothing while the two passwords differ", async () => {
  await fill({ ...VALUES, "Confirm password": "-and-more" });
  await press("Open account");
  expect(await screen.findByText("The two passwords don't match.")).toBeVisible();
  expect(bodies["/register/email"]).toBeUndefined();
});
