import * as z from "zod/mini";

/** The lengths that the server accepts, in characters as it counts them. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;
export const PAY_PASSWORD_MIN = 6;
/** The server's limit, which bounds the cost of hashing. */
const PAY_PASSWORD_MAX = 64;
export const CODE_LENGTH = 6;

/** The form's texts for broken rules. One sentence per rule, in the customer's language. */
export interface RuleTexts {
  emailRequired: string;
  emailInvalid: string;
  codeRequired: string;
  codeInvalid: string;
  passwordRequired: string;
  passwordLength: string;
  passwordBlank: string;
  payPasswordLength: string;
  mismatch: string;
}

/** Counts characters and not UTF-16 units, so that 𠮷 is one. */
const lengthWithin = (min: number, max: number) => (text: string) => {
  const { length } = [...text];
  return length >= min && length <= max;
};

export const emailRule = (texts: RuleTexts) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.emailRequired),
      z.regex(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, texts.emailInvalid),
    );

export const codeRule = (texts: RuleTexts) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, texts.codeRequired), z.regex(/^\d{6}$/, texts.codeInvalid));

/** Other weaknesses of a password are judged by the server only. */
const isNotBlank = (text: string) => text.trim() !== "";

export const passwordRule = (texts: RuleTexts) =>
  z
    .string()
    .check(
      z.refine(lengthWithin(PASSWORD_MIN, PASSWORD_MAX), texts.passwordLength),
      z.refine(isNotBlank, texts.passwordBlank),
    );

export const payPasswordRule = (texts: RuleTexts) =>
  z
    .string()
    .check(
      z.refine(lengthWithin(PAY_PASSWORD_MIN, PAY_PASSWORD_MAX), texts.payPasswordLength),
      z.refine(isNotBlank, texts.passwordBlank),
    );

/** A check that a form's `repeat` equals the password at `key`. */
export function repeated<K extends string>(key: K, texts: RuleTexts) {
  return z.refine<{ [P in K | "repeat"]: string }>((values) => values[key] === values.repeat, {
    path: ["repeat"],
    message: texts.mismatch,
  });
}
