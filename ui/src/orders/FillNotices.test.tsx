import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { customerStorage } from "@/customerStorage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

let host: FakePlatform;
const open = () => renderScreen(<ScreenPage />, to("settings"));
const choice = (name: string) => screen.findByRole("radio", { name });

beforeEach(async () => {
  host = installPlatform();
  host.answer = () => envelope(404, { error: "url_unknown" });
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

it("asks the system for its permission when the notices are turned on, and not before", async () => {
  host.noticePermission = async () => "ask";
  const ask = vi.fn(async () => "granted" as const);
  host.askForNotices = ask;
  await open();
  expect(await choice("Off")).toBeChecked();
  expect(ask).not.toHaveBeenCalled();
  await userEvent.click(await choice("On"));
  expect(ask).toHaveBeenCalledOnce();
  expect(await choice("On")).toBeChecked();
});

it("are off until they are turned on, though the system allows them, and can be turned off again", async () => {
  host.noticePermission = async () => "granted";
  await open();
  expect(await choice("Off")).toBeChecked();
  await userEvent.click(await choice("On"));
  expect(await choice("On")).toBeChecked();
  expect(customerStorage().get("fillNotices")).toBe("on");
  await userEvent.click(await choice("Off"));
  expect(await choice("Off")).toBeChecked();
  expect(customerStorage().get("fillNotices")).toBeNull();
});

it("says where the system has to allow them that has refused", async () => {
  host.noticePermission = async () => "denied";
  await open();
  expect(await screen.findByText(/^Notifications are blocked/)).toBeVisible();
  expect(screen.queryByRole("radio", { name: "On" })).toBeNull();
});

it("offers nothing where the host knows no notices", async () => {
  await open();
  expect(await screen.findByText("Appearance")).toBeVisible();
  expect(screen.queryByText("Fill notifications")).toBeNull();
});
