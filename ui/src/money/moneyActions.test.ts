import { expect, test } from "vitest";
import { actionOf, moneyActions } from "./moneyActions";

const isMoneyAction = (value: unknown): value is { name: string } =>
  typeof value === "object" && value !== null && "send" in value && "changes" in value;

test("an action that is not answered is found after the app was closed, whichever it is", () => {
  const files = import.meta.glob<Record<string, unknown>>(
    ["@/money/*.ts", "!@/money/*.test.ts", "!@/money/moneyActions.ts"],
    { eager: true },
  );
  const exported = Object.values(files)
    .flatMap((file) => Object.values(file))
    .flatMap((value) => (isMoneyAction(value) ? [value] : Object.values(value ?? {})));
  const names = exported.filter(isMoneyAction).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names)).toEqual(new Set(Object.keys(moneyActions)));
  for (const [name, action] of Object.entries(moneyActions)) expect(action.name).toBe(name);
});

test("an action of an earlier release, which is no more, has no row", () => {
  const entry = { body: "{}", key: "1", since: 0 };
  expect(actionOf({ ...entry, action: "/orders/cancel" })?.name).toBe("/orders/cancel");
  expect(actionOf({ ...entry, action: "/gone" })).toBeUndefined();
  expect(actionOf({ ...entry, action: "toString" })).toBeUndefined();
});
