// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from "vitest";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { testUser } from "@/test/user";
import { emptyDraft, forgetDraft, keepDraft, readDraft } from "./draft";

const typed = { ...emptyDraft, firstName: "Ada", cardNumber: "A1234563" };

beforeEach(async () => {
  installPlatform();
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  sessionStorage.clear();
  await endSession();
});

it("outlives a session that expired, for the same customer alone", async () => {
  keepDraft(typed);
  await endSession();
  expect(readDraft()).toEqual(emptyDraft);
  await beginSession({ token: "other", user: { ...testUser, id: "11111111" } });
  expect(readDraft()).toEqual(emptyDraft);
  await beginSession({ token: "again", user: testUser });
  expect(readDraft()).toEqual(typed);
});

it("is gone after half an hour, from the storage too", () => {
  keepDraft(typed, 0);
  expect(readDraft(30 * 60_000 - 1)).toEqual(typed);
  expect(readDraft(30 * 60_000)).toEqual(emptyDraft);
  expect(sessionStorage).toHaveLength(0);
});

it("is gone once it is sent", () => {
  keepDraft(typed);
  forgetDraft();
  expect(sessionStorage).toHaveLength(0);
});

it("is never in the storage that outlives the tab", () => {
  keepDraft(typed);
  expect(JSON.stringify(localStorage)).not.toContain("A1234563");
});
