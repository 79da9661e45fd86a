import { beforeEach, describe, expect, it, vi } from "vitest";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { testUser } from "@/test/user";
import {
  beginSession,
  confirmUser,
  currentSession,
  customerId,
  dismissOtherTab,
  endSession,
  followOtherTabs,
  otherTab,
  rememberUser,
} from "./session";

const other = { ...testUser, id: "2", name: "other" };
const onToken = vi.fn();
let host: FakePlatform;

beforeEach(async () => {
  host = installPlatform();
  await endSession();
  otherTab.set({ did: null, times: 0 });
  onToken.mockReset();
  const unfollow = followOtherTabs(onToken);
  return () => void unfollow();
});

it("leaves the account that another tab replaced, and says so until it is read", async () => {
  await beginSession({ token: "token", user: testUser });
  host.otherTab("other", other);
  expect(customerId()).toBe("2");
  expect(otherTab.get()).toMatchObject({ did: "logIn", times: 1 });
  dismissOtherTab();
  expect(otherTab.get()).toMatchObject({ did: null, times: 1 });
});

it("logs out with another tab, and then goes by the next login there", async () => {
  await beginSession({ token: "token", user: testUser });
  host.otherTab(null);
  expect(customerId()).toBeUndefined();
  expect(otherTab.get()).toMatchObject({ did: "logOut", times: 1 });
  host.otherTab("other", other);
  expect(otherTab.get()).toMatchObject({ did: "logIn", times: 2 });
});

it("has nothing to say when the customer who logged out elsewhere is back", async () => {
  await beginSession({ token: "token", user: testUser });
  host.otherTab(null);
  host.otherTab("newer", testUser);
  expect(customerId()).toBe(testUser.id);
  expect(otherTab.get()).toMatchObject({ did: null });
});

it("takes a new session of the same customer, or a visitor's first, without a word", async () => {
  host.otherTab("token", testUser);
  expect(customerId()).toBe(testUser.id);
  host.otherTab("newer", testUser);
  expect(onToken).toHaveBeenCalledTimes(2);
  expect(otherTab.get()).toEqual({ did: null, times: 0 });
});

it("keeps what another tab stored when this one's session ends late", async () => {
  await beginSession({ token: "token", user: testUser });
  host.storage.set("user", JSON.stringify(other));
  rememberUser({ ...testUser, name: "late" });
  await endSession();
  expect(host.storage.get("user")).toBe(JSON.stringify(other));
});

it("does not remember a customer who has left", async () => {
  await beginSession({ token: "token", user: testUser });
  rememberUser(other);
  expect(customerId()).toBe(testUser.id);
  await endSession();
  rememberUser(testUser);
  expect(customerId()).toBeUndefined();
  expect(host.storage.get("user")).toBeNull();
});

describe("whom the server names for the token", () => {
  it("is who is shown, also where this device remembers another: nothing of that one stays", async () => {
    await beginSession({ token: "token", user: testUser });
    confirmUser(other, testUser.id);
    expect(customerId()).toBe("2");
    expect(host.serverStorage.get("user")).toBe(JSON.stringify(other));
    expect(otherTab.get()).toMatchObject({ did: null, times: 1 });
  });

  it("is taken up where this device remembers nobody", async () => {
    await host.session.keep("token");
    confirmUser(other, undefined);
    expect(customerId()).toBe("2");
  });

  it("renews what is known of the same customer, and disturbs nothing", async () => {
    await beginSession({ token: "token", user: testUser });
    confirmUser({ ...testUser, name: "newer" }, testUser.id);
    expect(currentSession()?.user.name).toBe("newer");
    expect(otherTab.get()).toMatchObject({ times: 0 });
  });

  it("counts for nothing once the one who asked has left", async () => {
    await beginSession({ token: "token", user: testUser });
    confirmUser(other, "3");
    expect(customerId()).toBe(testUser.id);
    await endSession();
    confirmUser(other, undefined);
    expect(customerId()).toBeUndefined();
  });
});
