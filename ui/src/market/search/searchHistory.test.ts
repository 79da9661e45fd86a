import { beforeEach, expect, it } from "vitest";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { testUser } from "@/test/user";
import { forgetHistory, readHistory, remember } from "./searchHistory";

let host: FakePlatform;
beforeEach(() => {
  host = installPlatform();
});

it("keeps the latest ten, the newest first and each once", () => {
  for (let index = 0; index < 12; index += 1) remember(`code ${index}`);
  remember(" code 5 ");
  remember("  ");
  expect(readHistory()).toHaveLength(10);
  expect(readHistory().slice(0, 2)).toEqual(["code 5", "code 11"]);
  expect(host.storage.get("shistory")).toContain("code 5");
  forgetHistory();
  expect(readHistory()).toEqual([]);
});

it.each(["not json", "{}", "[1,null]"])("is empty where %s was stored", (stored) => {
  host.storage.set("shistory", stored);
  expect(readHistory()).toEqual([]);
});

it("is each customer's own", async () => {
  remember("visited");
  await beginSession({ token: "token", user: testUser });
  expect(readHistory()).toEqual([]);
  remember("AAPL");
  await beginSession({ token: "other", user: { ...testUser, id: "2" } });
  expect(readHistory()).toEqual([]);
  await endSession();
  expect(readHistory()).toEqual(["visited"]);
  await beginSession({ token: "token", user: testUser });
  expect(readHistory()).toEqual(["AAPL"]);
  await endSession();
});
