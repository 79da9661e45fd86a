import { describe, expect, it } from "vitest";
import { isTab, routeAt, routes, tabs, to } from "./routes";

describe("routes", () => {
  it("builds an address with its query values and leaves absent ones out", () => {
    expect(to("quoteStock", { code: "BRK.B", name: "伯克希尔 & Co", source: 0 })).toBe(
      "/pages/quote/stock?code=BRK.B&name=%E4%BC%AF%E5%85%8B%E5%B8%8C%E5%B0%94+%26+Co&source=0",
    );
    expect(to("register", { inviteCode: undefined })).toBe("/pages/auth/register");
    expect(to("home")).toBe("/pages/home/index");
  });

  it("finds a screen by its address, and the home page at the root", () => {
    expect(routeAt("/pages/auth/resetpwd")).toBe("resetPassword");
    expect(routeAt("/pages/quote/stock?code=AAPL&back=/pages/home/index")).toBe("quoteStock");
    expect(routeAt("/")).toBe("home");
    expect(routeAt("")).toBeUndefined();
    expect(routeAt("constructor")).toBeUndefined();
    expect(routeAt("//pages/home/index")).toBeUndefined();
    expect(routeAt("/pages/quote/stock/")).toBe("quoteStock");
    expect(routeAt("/pages/none")).toBeUndefined();
  });

  it("gives no two screens one path, and five tabs", () => {
    expect(new Set(Object.values(routes)).size).toBe(Object.keys(routes).length);
    expect(tabs).toHaveLength(5);
    expect(isTab("market")).toBe(true);
    expect(isTab("quoteStock")).toBe(false);
  });
});
