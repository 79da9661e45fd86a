import { expect, it } from "vitest";
import * as z from "zod/mini";
import {
  codeRule,
  emailRule,
  passwordRule,
  payPasswordRule,
  type RuleTexts,
  repeated,
} from "./rules";

const texts = new Proxy({} as RuleTexts, { get: (_target, rule) => String(rule) });
const problem = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;

it.each([
  ["a@b.example", null],
  ["  Ann@Example.com ", null],
  ["", "emailRequired"],
  ["a", "emailInvalid"],
  ["a@", "emailInvalid"],
  ["a b@c.example", "emailInvalid"],
  ["a@b@c", "emailInvalid"],
  ["a@b", "emailInvalid"],
  ["a@b.", "emailInvalid"],
  ["a@.b", "emailInvalid"],
  ["a@b.c.example", null],
])("the e-mail %j is %s", (email, expected) => {
  expect(problem(emailRule(texts), email)).toBe(expected);
});

it.each([
  ["123456", null],
  [" 123456 ", null],
  ["", "codeRequired"],
  ["12345", "codeInvalid"],
  ["1234567", "codeInvalid"],
  ["12a456", "codeInvalid"],
])("the code %j is %s", (code, expected) => {
  expect(problem(codeRule(texts), code)).toBe(expected);
});

it.each([
  [5, "passwordLength", "payPasswordLength"],
  [6, null, null],
  [20, null, null],
  [21, "passwordLength", null],
  [65, "passwordLength", "payPasswordLength"],
])("of %i characters, however wide, a password is judged alike", (length, login, pay) => {
  for (const character of ["x", "准", "𠮷"]) {
    expect(problem(passwordRule(texts), character.repeat(length))).toBe(login);
    expect(problem(payPasswordRule(texts), character.repeat(length))).toBe(pay);
  }
});

it.each(["      ", "\u3000".repeat(6)])("spaces alone (%j) are no password", (blank) => {
  expect(problem(passwordRule(texts), blank)).toBe("passwordBlank");
  expect(problem(payPasswordRule(texts), blank)).toBe("passwordBlank");
  expect(problem(passwordRule(texts), `${blank}x`)).toBeNull();
});

it("holds the repeated password to the first", () => {
  const schema = z
    .object({ password: z.string(), repeat: z.string() })
    .check(repeated("password", texts));
  expect(problem(schema, { password: "secret", repeat: "secret" })).toBeNull();
  expect(problem(schema, { password: "secret", repeat: "Secret" })).toBe("mismatch");
});
