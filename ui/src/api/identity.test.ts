import { expect, it } from "vitest";
import { testUser } from "@/test/user";
import { wireUser } from "@/test/wire";
import { decodeLoggedIn, decodeUserSession, readStoredUser } from "./identity";

it("reads who has logged in", () =>
  expect(decodeLoggedIn({ token: "token", user: wireUser() })).toEqual({
    token: "token",
    user: testUser,
  }));

it.each([
  ["this release", testUser],
  ["one that stored what the server had told", wireUser()],
])("reads the customer whom a device has stored with %s", (_release, stored) =>
  expect(readStoredUser(JSON.stringify(stored))).toEqual(testUser),
);

it("reads a session of another device", () =>
  expect(
    decodeUserSession({
      ...{ id: "3", device: "Firefox", address: "192.0.2.1", current: false },
      ...{ createTimeTimestamp: "1", lastSeenTimestamp: "2", endTimestamp: "3" },
    }),
  ).toEqual({
    id: "3",
    device: "Firefox",
    address: "192.0.2.1",
    current: false,
    lastSeenAt: 2,
    endsAt: 3,
  }));
