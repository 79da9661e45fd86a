import { afterEach, beforeEach, expect, it } from "vitest";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { testUser } from "@/test/user";
import { keptForm } from "./keptForm";

const form = keptForm("a-form", { name: "", city: "" });

beforeEach(async () => {
  installPlatform();
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
  form.keep({ name: "Ada", city: "Bonn" });
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
