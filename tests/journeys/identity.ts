// Steps that prove a customer's identity, for the journey about it and for those that withdraw.
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import type { Customer } from "./customer";
import type { Server } from "./server";

/** The autopilot of paper mode looks at no picture. */
const PICTURE = fileURLToPath(new URL("../../ui/public/icons/512.png", import.meta.url));
/** Well-formed, with the check digit of Hong Kong. */
const NUMBER = "A123456(3)";

/** From the account's page to the form of an ID card of Hong Kong. */
export async function beginIdentity(customer: Customer): Promise<void> {
  const { screen, sheet, text } = customer;
  await screen.getByRole("button", { name: text("kyc:field.country") }).click();
  await sheet.getByRole("searchbox").fill("HK");
  await sheet.getByRole("button", { name: /HK/ }).click();
  await expect(sheet).toBeHidden();
}

async function addPicture(customer: Customer, side: "front" | "back"): Promise<void> {
  const { screen, text } = customer;
  const what = text(`kyc:field.${side}`);
  await screen.getByLabel(text("files:chooseFor", { what })).setInputFiles(PICTURE);
  await expect(screen.getByRole("img", { name: what })).toBeVisible();
}

/** Fills in the form and sends it. */
export async function sendIdCard(
  customer: Customer,
  firstName: string,
  look: () => Promise<void> = async () => undefined,
): Promise<void> {
  await customer.fill("kyc:field.lastName", "King");
  await customer.fill("kyc:field.firstName", firstName);
  await customer.fill("kyc:field.cardNumber", NUMBER);
  await customer.fill("kyc:field.birthday", "1990-01-31");
  await addPicture(customer, "front");
  await addPicture(customer, "back");
  await look();
  await customer.press("kyc:send");
}

/** Verifies a customer for journeys that are about something else, such as a withdrawal. */
export async function verify(customer: Customer, server: Server): Promise<void> {
  await customer.page.goto(`${server.origin}/#/pages/kycverify/index`);
  await beginIdentity(customer);
  await customer.press("kyc:begin");
  await sendIdCard(customer, "Ada");
  await customer.sees("kyc:meaning.verified");
}
