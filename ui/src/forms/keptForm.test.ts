// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { beginSession, endSession, followOtherTabs } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { testUser } from "@/test/user";
import { forgetAllForms, forgetFormsInTime, keptForm } from "./keptForm";

const MINUTE = 60_000;
const form = keptForm("a-form", { name: "", city: "" });
const typed = { name: "Ada", city: "Bonn" };
const other = { ...testUser, id: "2" };
let host: FakePlatform;

beforeEach(async () => {
  host = installPlatform();
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  sessionStorage.clear();
  await endSession();
});

it("tells a form in which nothing was typed from one that was emptied", () => {
  expect(form.read()).toBeNull();
  form.keep({ name: "", city: "" });
  expect(form.read()).toEqual({ name: "", city: "" });
});

it("keeps each form by itself", () => {
  form.keep(typed);
  expect(keptForm("another", { name: "" }).read()).toBeNull();
});

it("fills in what an older version of the form did not have", () => {
  sessionStorage.setItem(
    `a-form:${testUser.id}`,
    JSON.stringify({ at: Date.now(), draft: { name: "Ada" } }),
  );
  expect(form.read()).toEqual({ name: "Ada", city: "" });
});

it("keeps nothing of nobody", async () => {
  await endSession();
  form.keep({ name: "Ada", city: "" });
  expect(sessionStorage).toHaveLength(0);
  expect(form.read()).toBeNull();
});

it("counts the half hour from when something was typed, and not from when the same was kept again", () => {
  form.keep(typed, 0);
  form.keep({ city: "Bonn", name: "Ada" }, 20 * MINUTE);
  expect(form.read(29 * MINUTE)).toEqual(typed);
  expect(form.read(30 * MINUTE)).toBeNull();
  form.keep(typed, 0);
  form.keep({ ...typed, city: "Köln" }, 20 * MINUTE);
  expect(form.read(49 * MINUTE)).toEqual({ ...typed, city: "Köln" });
});

it("does not live longer by a clock that was set back", () => {
  form.keep(typed, 60 * MINUTE);
  expect(form.read(0)).toBeNull();
});

describe("a tab that forgets in time", () => {
  /** Starts as the app does; the test stops it. */
  let stop: (() => void)[] = [];
  const begin = () => {
    stop = [forgetFormsInTime(), followOtherTabs(() => undefined)];
  };

  beforeEach(() => void vi.useFakeTimers({ now: 100 * MINUTE }));

  afterEach(() => {
    for (const act of stop) act();
    vi.useRealTimers();
  });

  it("removes what is too old although nobody reads it, and nothing sooner", () => {
    begin();
    form.keep(typed);
    vi.advanceTimersByTime(29 * MINUTE);
    expect(sessionStorage).toHaveLength(1);
    vi.advanceTimersByTime(2 * MINUTE);
    expect(sessionStorage).toHaveLength(0);
  });

  it("removes at its start what has become too old, and what cannot be read", () => {
    form.keep(typed, 69 * MINUTE);
    keptForm("younger", { name: "" }).keep({ name: "Ada" }, 71 * MINUTE);
    sessionStorage.setItem(`broken:${testUser.id}`, "{");
    begin();
    expect(Object.keys(sessionStorage)).toEqual([`younger:${testUser.id}`]);
  });

  it("removes what has become too old while the tab slept", () => {
    begin();
    form.keep(typed);
    vi.setSystemTime(131 * MINUTE);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(sessionStorage).toHaveLength(0);
  });

  it("leaves what is no form of a customer", () => {
    sessionStorage.setItem("begunForRelease", "a");
    begin();
    forgetAllForms();
    expect(sessionStorage).toHaveLength(1);
  });

  it("keeps all that was typed when the session expires, here or in another tab", async () => {
    begin();
    form.keep(typed);
    await endSession();
    await beginSession({ token: "again", user: testUser });
    expect(form.read()).toEqual(typed);
    host.otherTab(null);
    window.dispatchEvent(new Event("storage"));
    host.otherTab("newer", testUser);
    expect(form.read()).toEqual(typed);
  });

  it("keeps it when the page is loaded anew without a session", async () => {
    form.keep(typed);
    await endSession();
    begin();
    await beginSession({ token: "again", user: testUser });
    expect(form.read()).toEqual(typed);
  });

  it("forgets with a log-out in this tab", () => {
    begin();
    form.keep(typed);
    forgetAllForms();
    expect(sessionStorage).toHaveLength(0);
    // The next session keeps its own input.
    form.keep(typed);
    expect(form.read()).toEqual(typed);
  });

  it("forgets with it also where the count cannot be written, and keeps what is typed later", () => {
    host.serverStorage.set("logOuts", "9");
    vi.spyOn(host.serverStorage, "set").mockImplementation(() => Promise.resolve());
    form.keep(typed);
    forgetAllForms();
    expect(sessionStorage).toHaveLength(0);
    form.keep(typed);
    expect(form.read()).toEqual(typed);
  });

  it.each(["many", "Infinity", "9007199254740993"])("goes on where the count is %s", (count) => {
    begin();
    host.serverStorage.set("logOuts", count);
    form.keep(typed);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(form.read()).toEqual(typed);
    logOutElsewhere();
    expect(form.read()).toBeNull();
  });

  /** Logs out in another tab, which has its own storage of forms. */
  function logOutElsewhere(): void {
    const own = { ...sessionStorage };
    sessionStorage.clear();
    forgetAllForms();
    for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);
  }

  it("forgets with a log-out in another tab", () => {
    begin();
    form.keep(typed);
    logOutElsewhere();
    expect(sessionStorage).toHaveLength(1);
    host.otherTab(null);
    expect(sessionStorage).toHaveLength(0);
  });

  it("forgets with it also where the session here had ended before", async () => {
    begin();
    form.keep(typed);
    await endSession();
    logOutElsewhere();
    window.dispatchEvent(new Event("storage"));
    expect(sessionStorage).toHaveLength(0);
  });

  it("forgets at its start what was typed before a log-out that it did not hear of", async () => {
    form.keep(typed);
    logOutElsewhere();
    expect(form.read()).toBeNull();
    form.keep(typed);
    logOutElsewhere();
    await endSession();
    begin();
    expect(sessionStorage).toHaveLength(0);
  });

  it("forgets when another customer comes in this tab", async () => {
    begin();
    form.keep(typed);
    await endSession();
    await beginSession({ token: "other", user: other });
    expect(sessionStorage).toHaveLength(0);
  });

  it("forgets when another customer comes in another tab, and keeps what that one types", () => {
    begin();
    form.keep(typed);
    host.otherTab("other", other);
    expect(sessionStorage).toHaveLength(0);
    form.keep(typed);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(form.read()).toEqual(typed);
  });

  it("forgets at its start what is another customer's", async () => {
    form.keep(typed);
    await endSession();
    await beginSession({ token: "other", user: other });
    expect(sessionStorage).toHaveLength(1);
    begin();
    expect(sessionStorage).toHaveLength(0);
  });

  it("stops with the app", () => {
    begin();
    for (const act of stop) act();
    form.keep(typed);
    vi.advanceTimersByTime(60 * MINUTE);
    window.dispatchEvent(new Event("storage"));
    expect(sessionStorage).toHaveLength(1);
  });
});
