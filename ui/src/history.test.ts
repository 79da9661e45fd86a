// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { entryKey, historyDepth, navigate, onMove, presentLocation } from "./history";

let end: () => void = () => undefined;
beforeEach(() => window.history.replaceState(null, "", "#/pages/home/index"));
afterEach(() => end());

it("opens addresses on top of each other and in place of each other, and tells of each", () => {
  const told = vi.fn();
  end = onMove(told);
  navigate("/pages/search/index?name=a%20b", { state: { below: "x" } });
  expect(historyDepth()).toBe(1);
  const opened = { pathname: "/pages/search/index", search: "?name=a%20b" };
  expect(presentLocation()).toEqual({ ...opened, state: { below: "x" } });
  navigate("/pages/market/index", { replace: true });
  expect(historyDepth()).toBe(1);
  expect(presentLocation()).toEqual({ pathname: "/pages/market/index", search: "", state: null });
  expect(told).toHaveBeenCalledTimes(2);
});

it("gives each entry a key of its own, and the old one back", async () => {
  const first = entryKey();
  navigate("/pages/market/index");
  const second = entryKey();
  expect(second).not.toBe(first);
  navigate("/pages/market/index");
  expect(entryKey()).not.toBe(second);
  const back = new Promise<void>((resolve) => {
    end = onMove(resolve);
  });
  navigate(-2);
  await back;
  expect(entryKey()).toBe(first);
  expect(historyDepth()).toBe(0);
});

it("reads an address that somebody typed, with its slash missing or a mark at its end", () => {
  window.history.replaceState(null, "", "#pages/news/index?tag=a#there");
  expect(presentLocation()).toEqual({
    pathname: "/pages/news/index",
    search: "?tag=a",
    state: null,
  });
  window.history.replaceState(null, "", "#");
  expect(presentLocation().pathname).toBe("/");
});
