import { expect, it } from "vitest";
import { addressAfterLogin } from "./afterLogin";

it.each([
  [undefined, "/pages/home/index"],
  ["/pages/deposit/index", "/pages/deposit/index"],
  ["/pages/profile/transfer?from=STOCK", "/pages/profile/transfer?from=STOCK"],
  ["/pages/auth/login?back=/", "/pages/home/index"],
  ["https://elsewhere.example/pages/home/index", "/pages/home/index"],
  ["//elsewhere.example", "/pages/home/index"],
  ["//elsewhere.example/pages/market/index", "/pages/home/index"],
  ["/\\elsewhere.example/pages/market/index", "/pages/home/index"],
  ["javascript:alert(1)", "/pages/home/index"],
  ["constructor", "/pages/home/index"],
  ["__proto__", "/pages/home/index"],
  ["", "/pages/home/index"],
  ["/pages/auth/register?back=/pages/market/index", "/pages/home/index"],
  ["/pages/auth/resetpwd", "/pages/home/index"],
  [
    "/pages/payment/stock?code=AAPL&name=Apple&source=0&direction=0",
    "/pages/payment/stock?code=AAPL&name=Apple&source=0&direction=0",
  ],
])("after a login that came from %s the app opens %s", (back, address) => {
  expect(addressAfterLogin(back)).toBe(address);
});
