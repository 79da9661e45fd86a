import { expect } from "@playwright/test";
import { test } from "./fixtures";
import { beginIdentity, sendIdCard } from "./identity";
import { join } from "./steps";

/** The first name that the autopilot of paper mode refuses, as the screen says. */
const REFUSED = "Refuse";

test("a customer's identity is refused, and then verified", async ({ server, customer }) => {
  const { page, screen, text } = customer;
  const look = () => customer.canUseWhatItSees();
  await join(customer, server);
  await test.step("reads that it is not verified, and that withdrawals need it", async () => {
    await customer.tab("profile");
    await screen.getByRole("link", { name: text("kyc:title") }).click();
    await customer.sees("kyc:meaning.noneRequired");
    await look();
  });
  await test.step("chooses the country, and is told what the form lacks", async () => {
    await beginIdentity(customer);
    await customer.press("kyc:begin");
    await customer.press("kyc:send");
    await customer.sees("kyc:missing.front");
    await look();
  });
  await test.step("finds what was typed again after the page was loaded anew", async () => {
    await customer.fill("kyc:field.lastName", "King");
    await page.reload();
    await expect(customer.field("kyc:field.lastName")).toHaveValue("King");
  });
  await test.step("is refused, and reads why", async () => {
    await sendIdCard(customer, REFUSED, look);
    await customer.sees("kyc:reason.name_differs");
    await look();
  });
  await test.step("tries again and is verified", async () => {
    await customer.press("kyc:tryAgain");
    await sendIdCard(customer, "Ada");
    await customer.sees("kyc:meaning.verified");
    await look();
  });
  await test.step("is told so in the inbox, and on the account's page", async () => {
    await customer.tab("profile");
    await customer.sees("kyc:status.verified");
    await look();
  });
  expect(server.audit()).toContain("audit: ok");
});
