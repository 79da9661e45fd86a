import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { beginTexts } from "@/test/texts";
import { App } from "./App";

const lost = vi.hoisted(() => ({ files: 0 }));
const lose = vi.hoisted(() => () => {
  lost.files += 1;
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("./AppExtras", lose);
vi.mock("./ConnectionBanner", lose);

afterEach(() => vi.restoreAllMocks());

it("keeps its screens where the code of a part around them does not load", async () => {
  // React reports what the boundary caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  installPlatform().answer = () => envelope(404, { error: "url_unknown" });
  window.history.replaceState(null, "", `#${to("settings")}`);
  await beginTexts();
  render(<App />);
  const title = () => screen.findByRole("heading", { level: 1, name: "Settings" });
  await title();
  await vi.waitFor(() => expect(lost.files).toBe(2));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(await title()).toBeVisible();
});
