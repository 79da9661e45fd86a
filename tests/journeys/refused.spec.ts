// Two people refuse a customer's identity, say why, and verify it when it is sent again.
import { expect } from "@playwright/test";
import { test } from "./fixtures";
import { beginIdentity, sendIdCard } from "./identity";
import { approve, refuse } from "./reviewers";
import { join } from "./steps";

const REASONS = ["document_unreadable", "name_differs"] as const;

test.use({ flags: ["--autopilot-seconds", "off"] });

test("two people refuse a customer's identity, and verify it when it is sent again", async ({
  server,
  customer,
}) => {
  const { page, screen, text } = customer;
  const look = () => customer.canUseWhatItSees();
  const goTo = (path: string) => page.goto(`${server.origin}/#/pages/${path}`);
  await join(customer, server);
  await test.step("sends an ID card, and reads that two people look at it", async () => {
    await goTo("kycverify/index");
    await beginIdentity(customer);
    await customer.press("kyc:begin");
    await sendIdCard(customer, "Ada");
    await customer.sees("kyc:meaning.underReview");
    await look();
  });
  await test.step("is refused by both, and reads why without asking", async () => {
    refuse(server, "identity", REASONS);
    await customer.sees("kyc:meaning.unsuccessful");
    for (const reason of REASONS) await customer.sees(`kyc:reason.${reason}`);
    await customer.sees("kyc:by.reviewers");
    await look();
  });
  await test.step("reads the same in the inbox, which leads back", async () => {
    await customer.tab("home");
    await page
      .getByRole("link", { name: text("common:messages.open") })
      .first()
      .click();
    const told = page.locator("a[data-row][href*='/notice/detail']");
    await expect(told).toHaveCount(1);
    await told.click();
    for (const reason of REASONS) await customer.sees(`kyc:reason.${reason}`);
    await look();
    await screen.getByRole("link", { name: text("inbox:open.identity") }).click();
    await customer.sees("kyc:meaning.unsuccessful");
  });
  await test.step("tries again: the country is kept, and so is what is typed until it is sent", async () => {
    const country = screen.getByRole("button", { name: text("kyc:field.country") });
    await expect(country).toContainText(/香港|Hong Kong/);
    await customer.press("kyc:tryAgain");
    await customer.fill("kyc:field.lastName", "King");
    await customer.fill("kyc:field.firstName", "Grace");
    await page.reload();
    await expect(customer.field("kyc:field.lastName")).toHaveValue("King");
    await expect(customer.field("kyc:field.firstName")).toHaveValue("Grace");
    await sendIdCard(customer, "Grace", look);
    await customer.sees("kyc:meaning.underReview");
  });
  await test.step("is verified by both", async () => {
    approve(server, "identity");
    await customer.sees("kyc:meaning.verified");
    await customer.sees("kyc:by.reviewers");
    await look();
  });
  expect(server.audit()).toContain("audit: ok");
});
