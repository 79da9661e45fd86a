import { expect, test } from "vitest";
import { moneyActions } from "@/app/moneyActions";

const isMoneyAction = (value: unknown): value is { name: string } =>
  typeof value === "object" && value !== null && "send" in value && "changes" in value;

test("an action that is not answered is found after the app was closed, whichever it is", () => {
  const files = import.meta.glob<Record<string, unknown>>("@/**/calls.ts", { eager: true });
  const exported = Object.values(files).flatMap((file) => Object.values(file).flat());
  const names = exported.filter(isMoneyAction).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names)).toEqual(new Set(moneyActions.map(({ name }) => name)));
});
