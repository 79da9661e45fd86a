import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";

let host: FakePlatform;
const openUrl = vi.fn();

beforeEach(() => {
  openUrl.mockReset();
  host = installPlatform();
  host.openUrl = openUrl;
  host.answer = () =>
    envelope(200, { mode: "paper", feed: "sim:1", version: "1", linkHosts: ["sec.gov"] });
});

const open = (url: string, title = "") =>
  renderScreen(<ScreenPage />, to("webview", { url, title }));

it("says where a link leads, and opens it outside of the app when that is pressed", async () => {
  await open("https://www.sec.gov/rules", "The rules");
  expect(await screen.findByText("https://www.sec.gov/rules")).toBeVisible();
  expect(openUrl).not.toHaveBeenCalled();
  const link = screen.getByRole("link", { name: "Open www.sec.gov" });
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await userEvent.click(link);
  expect(openUrl).toHaveBeenCalledExactlyOnceWith("https://www.sec.gov/rules");
  expect(document.querySelector("iframe")).toBeNull();
});

it.each([
  ["https://evil.example/", "Links to evil.example aren't allowed here, so it wasn't opened."],
  ["https://sec.gov@evil.example/", "This address hides where it leads, so it wasn't opened."],
  ["javascript:alert(1)", "This isn't a web address, so it wasn't opened."],
])("refuses %s with a sentence, and names where it leads", async (url, text) => {
  await open(url, "The rules");
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText("Allowed sites: sec.gov.")).toBeVisible();
  expect(screen.queryByRole("link", { name: /Open/ })).toBeNull();
  expect(document.querySelector('[href^="javascript"]')).toBeNull();
});
