import { expect, it } from "vitest";
import { addressAfterLogin } from "./LoginPage";

it.each([
  [undefined, "/pages/home/index"],
  ["/pages/deposit/index", "/pages/deposit/index"],
  ["/pages/profile/transfer?from=STOCK", "/pages/profile/transfer?from=STOCK"],
  ["/pages/auth/login?back=/", "/pages/home/index"],
  ["https://elsewhere.example/pages/home/index", "/pages/home/index"],
  ["//elsewhere.example", "/pages/home/index"],
])("after a login that came from %s the app opens %s", (back, address) => {
  expect(addressAfterLogin(back)).toBe(address);
});
