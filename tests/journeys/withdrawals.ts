// Steps by which customers have their money paid out.
import { expect } from "@playwright/test";
import type { Customer } from "./customer";
import { PAY_PASSWORD } from "./steps";

/** The lock of paper mode is a minute. */
export const LOCKED_MS = 90_000;
export const IBANS = ["DE89370400440532013000", "GB82WEST12345698765432"] as const;

/** Confirms a sheet with the pay password. */
export async function confirm(customer: Customer, action: string): Promise<void> {
  const { sheet, text } = customer;
  await sheet.getByLabel(text("identity:field.payPassword"), { exact: true }).fill(PAY_PASSWORD);
  await customer.confirm(action);
  await expect(sheet).toBeHidden();
}

/** Saves a bank account on its screen. */
export async function saveAccount(customer: Customer, iban: string): Promise<void> {
  await customer.fill("withdrawals:field.accountName", "Ada King");
  await customer.fill("withdrawals:field.bankName", "Deutsche Bank");
  await customer.fill("withdrawals:field.accountNumber", iban);
  await customer.press("common:action.save");
  await confirm(customer, "common:action.save");
}
