import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const openUrl = vi.fn();

let joined: { email: string; createTimeTimestamp: string }[];
let installs: { ios: string | null; android: string | null; desktop: string | null };

const at = (day: number) => String(new Date(2026, 10, day, 9).getTime());

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/appVersion/getPublishAppVersion") {
    return envelope(200, { mode: "paper", installs });
  }
  if (pathname === "/api/user/invited") {
    const { pageNum, pageSize } = (await request.json()) as { pageNum: number; pageSize: number };
    const from = (pageNum - 1) * pageSize;
    const page = { pageNum, pageSize, total: joined.length };
    return envelope(200, { list: joined.slice(from, from + pageSize), page });
  }
  return envelope(404, { error: "url_unknown" });
}

beforeEach(async () => {
  openUrl.mockClear();
  joined = [];
  installs = { ios: null, android: null, desktop: null };
  const host = installPlatform("token");
  host.answer = answer;
  host.openUrl = openUrl;
  await beginSession({ token: "token", user: testUser });
});

afterEach(endSession);

const open = () => renderScreen(<ScreenPage />, to("share"));

it("shows who joined, masked and with the day, and says what is seen of them", async () => {
  joined = [
    { email: "c***@m***.example", createTimeTimestamp: at(21) },
    { email: "b***@m***.example", createTimeTimestamp: at(20) },
  ];
  await open();
  expect(await screen.findByText("c***@m***.example")).toBeVisible();
  expect(screen.getByText("21 Nov 2026")).toBeVisible();
  expect(screen.getByText("20 Nov 2026")).toBeVisible();
  expect(screen.getByText(/nothing they own or trade/)).toBeVisible();
});

it("reads who joined page by page", async () => {
  joined = Array.from({ length: 21 }, (_, index) => ({
    email: `${"abcdefghijklmnopqrstu"[index]}***@m***.example`,
    createTimeTimestamp: at(28 - index),
  }));
  await open();
  expect(await screen.findByText("t***@m***.example")).toBeVisible();
  expect(screen.queryByText("u***@m***.example")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("u***@m***.example")).toBeVisible();
});

it("says that nobody joined yet, and that the operator publishes no apps", async () => {
  await open();
  expect(await screen.findByText(/No one has joined/)).toBeVisible();
  expect(await screen.findByText(/no app to download/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /App for/ })).toBeNull();
});

it("leads to the apps that the operator publishes", async () => {
  installs.ios = "https://apps.example/ios";
  await open();
  await userEvent.click(await screen.findByRole("button", { name: /App for iOS/ }));
  expect(openUrl).toHaveBeenCalledWith("https://apps.example/ios");
  expect(screen.queryByRole("button", { name: /App for Android/ })).toBeNull();
});
