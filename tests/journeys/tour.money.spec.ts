// Photographs the screens of money and identity in every state that they can be in, for a designer's eye.
import { fileURLToPath } from "node:url";
import type { TestInfo } from "@playwright/test";
import { inTrouble, longCamera } from "./camera";
import type { Customer } from "./customer";
import { test } from "./fixtures";
import { beginIdentity, sendIdCard, verify } from "./identity";
import { approve, payOut, refuse } from "./reviewers";
import type { Server } from "./server";
import { join, moveMoney, setPayPassword } from "./steps";
import { confirm, IBANS, saveAccount } from "./withdrawals";

const PICTURE = fileURLToPath(new URL("../../ui/public/icons/512.png", import.meta.url));
const NO_PICTURE = fileURLToPath(import.meta.url);
/** The first example of EIP-55. */
const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** The helpers of each part of the tour. */
function tour(customer: Customer, server: Server, info: TestInfo) {
  const { page, screen, text } = customer;
  const here = longCamera(page, info);
  const goTo = (path: string) => page.goto(`${server.origin}/#/pages/${path}`);
  const visit = async (name: string, path: string) => {
    await goTo(path);
    await here(name);
  };
  const troubled = (name: string, path: string) =>
    inTrouble(page, `${server.origin}/#/pages/${path}`, (state) => here(`${name} ${state}`));
  const choosePicture = (what: string, file: string) =>
    screen.getByLabel(text("files:chooseFor", { what })).setInputFiles(file);
  return { here, goTo, visit, troubled, choosePicture };
}

test.describe("with two people who decide", () => {
  test.use({
    flags: [
      ...["--autopilot-seconds", "off", "--withdrawals-need-kyc", "false"],
      ...["--new-address-lock-hours", "0", "--cooling-off-hours", "0"],
    ],
  });

  test("who somebody is", async ({ server, customer }, info) => {
    const { page, screen, text } = customer;
    const { here, goTo, visit, troubled, choosePicture } = tour(customer, server, info);
    await join(customer, server);
    await visit("k0 none", "kycverify/index");
    await screen.getByRole("button", { name: text("kyc:field.country") }).click();
    await here("k0 country");
    await visit("k1 passport", "kycverify/passport");
    await customer.press("kyc:send");
    await here("k1 passport wrong");
    await visit("k0 none", "kycverify/index");
    await beginIdentity(customer);
    await here("k0 chosen");
    await customer.press("kyc:begin");
    await here("k1 card");
    await customer.press("kyc:send");
    await here("k1 card wrong");
    const front = text("kyc:field.front");
    await choosePicture(front, NO_PICTURE);
    await screen.getByText(text("files:noPicture")).scrollIntoViewIfNeeded();
    await here("k1 no picture");
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/file/upload", async (route) => {
      await held;
      await route.continue();
    });
    await choosePicture(front, PICTURE);
    // The button that waits for it says so too.
    await screen.getByText(text("files:sending")).first().scrollIntoViewIfNeeded();
    await here("k1 sending");
    release();
    await screen.getByRole("img", { name: front }).waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await page.waitForTimeout(1200);
    await sendIdCard(customer, "Ada", () => here("k1 card filled"));
    await customer.sees("kyc:meaning.underReview");
    await here("k2 under review");
    await visit("k2 no other", "kycverify/passport");
    refuse(server, "identity", [
      "document_unreadable",
      "image_missing_corner",
      "document_expired",
      "name_differs",
    ]);
    await goTo("kycverify/index");
    await customer.sees("kyc:meaning.unsuccessful");
    await here("k3 refused");
    await customer.press("kyc:tryAgain");
    await here("k3 again");
    await sendIdCard(customer, "Ada");
    await customer.sees("kyc:meaning.underReview");
    approve(server, "identity");
    await goTo("kycverify/index");
    await customer.sees("kyc:meaning.verified");
    await here("k4 verified");
    await visit("k4 no other", "kycverify/idcard");
    await troubled("k5 identity", "kycverify/index");
    await visit("k6 share", "profile/share");
    await troubled("k6 share", "profile/share");
    await page.goto(`${server.origin}/#/pages/notice/index`);
    await page.locator("a[data-row][href*='/notice/detail']").last().click();
    await here("k7 notice");
  });

  test("what comes in", async ({ server, customer }, info) => {
    const { page, screen, text } = customer;
    const { here, goTo, visit, troubled, choosePicture } = tour(customer, server, info);
    await join(customer, server);
    await visit("d0 ways", "deposit/index");
    await troubled("d0 ways", "deposit/index");
    await visit("d0 certificate", "deposit/certificate");
    await customer.fill("funds:deposit.amount", "250");
    await customer.press("funds:deposit.submitPaper");
    await here("d0 no certificate");
    await visit("d0 no records", "deposit/record");
    await troubled("d0 records", "deposit/record");
    await visit("d1 fiat", "deposit/fiat");
    await customer.fill("funds:deposit.amount", "0.5");
    await customer.press("funds:deposit.submitPaper");
    await here("d1 too small");
    await screen.getByRole("radio", { name: "EUR" }).click();
    await customer.fill("funds:deposit.amount", "1234567.89");
    const what = text("files:proof");
    await choosePicture(what, PICTURE);
    await screen.getByRole("img", { name: what }).waitFor();
    await here("d1 euros");
    await customer.press("funds:deposit.submitPaper");
    await customer.sees("funds:record.pending");
    await here("d2 pending");
    await customer.press("deposits:cancel");
    await here("d2 cancel");
    await customer.confirm("deposits:keep");
    approve(server, "deposit");
    await customer.sees("funds:record.completed");
    for (const reason of ["sender_differs", "proof_unreadable"]) {
      await goTo("deposit/fiat");
      await customer.fill("funds:deposit.amount", "100");
      await customer.press("funds:deposit.submitPaper");
      await customer.sees("funds:record.pending");
      refuse(server, "deposit", [reason]);
      await customer.sees(`deposits:reasons.${reason}`);
    }
    await visit("d2 refused", "deposit/record");
    await customer.press("deposits:proof");
    await screen.getByRole("img", { name: text("deposits:proof") }).waitFor();
    await screen.getByRole("img", { name: text("deposits:proof") }).scrollIntoViewIfNeeded();
    await here("d2 proof");
    await visit("d3 coins", "deposit/wallet");
    await troubled("d3 coins", "deposit/wallet");
    await goTo("deposit/wallet");
    await customer.fill("funds:deposit.amount", "0.4");
    await customer.press("deposits:testSubmit");
    await customer.sees("funds:record.suspense");
    await page.waitForTimeout(5000);
    await here("d3 suspense");
    await visit("d3 records", "deposit/record");
  });

  test("what goes out", async ({ server, customer }, info) => {
    const { page, screen, text } = customer;
    const { here, goTo, visit, troubled } = tour(customer, server, info);
    await join(customer, server);
    await visit("w0 nothing saved", "withdraw/bcard");
    await visit("w0 no accounts", "bcard/index");
    await troubled("w0 accounts", "bcard/index");
    await visit("w0 password first", "bcard/modify");
    await setPayPassword(customer);
    await here("w1 account");
    await customer.press("common:action.save");
    await here("w1 account wrong");
    await customer.press("withdrawals:account.optional");
    await customer.field("withdrawals:field.postalCode").scrollIntoViewIfNeeded();
    await here("w1 account rest");
    await page.reload();
    await customer.fill("withdrawals:field.accountName", "Ada King");
    await customer.fill("withdrawals:field.bankName", "Deutsche Bank");
    await customer.fill("withdrawals:field.accountNumber", IBANS[0]);
    await customer.press("common:action.save");
    await here("w1 account confirm");
    await confirm(customer, "common:action.save");
    await visit("w1 address", "vm/modify");
    await customer.press("common:action.save");
    await here("w1 address wrong");
    await customer.fill("withdrawals:field.address", ADDRESS);
    await customer.press("common:action.save");
    await confirm(customer, "common:action.save");
    await goTo("bcard/modify");
    await saveAccount(customer, IBANS[1]);
    await visit("w1 accounts", "bcard/index");
    await screen.locator("a[href*='/bcard/modify?']").first().click();
    await here("w1 account saved");
    await customer.press("withdrawals:account.delete");
    await here("w1 account delete");
    await page.keyboard.press("Escape");
    await visit("w2 no money", "withdraw/bcard");
    await troubled("w2 form", "withdraw/bcard");
    await goTo("deposit/fiat");
    await customer.fill("funds:deposit.amount", "10000");
    await customer.press("funds:deposit.submitPaper");
    await customer.sees("funds:record.pending");
    approve(server, "deposit");
    await customer.sees("funds:record.completed");
    await visit("w2 form", "withdraw/bcard");
    await customer.fill("withdrawals:amount", "99999");
    await here("w2 too much");
    await customer.fill("withdrawals:amount", "250.01");
    await here("w2 filled");
    await screen.getByRole("button", { name: text("withdrawals:usable.details") }).click();
    await here("w2 usable");
    await page.keyboard.press("Escape");
    await customer.press("withdrawals:review");
    await here("w2 review");
    await confirm(customer, "withdrawals:confirm");
    await customer.sees("withdrawals:done");
    await here("w2 done");
    const open = async () => {
      await page.waitForTimeout(600);
      await screen
        .getByRole("link", { name: text("payouts:detail.open") })
        .first()
        .click();
      await customer.sees("withdrawals:number");
      return (await customer.figure(text("withdrawals:number"))).replaceAll(/\D/g, "");
    };
    const ask = async (amount: string) => {
      await goTo("withdraw/bcard");
      await customer.fill("withdrawals:amount", amount);
      await customer.press("withdrawals:review");
      await confirm(customer, "withdrawals:confirm");
      await customer.sees("withdrawals:done");
      return open();
    };
    const settled = await open();
    await here("w3 requested");
    await customer.press("withdrawals:cancel.action");
    await here("w3 cancel");
    await customer.confirm("withdrawals:cancel.keep");
    approve(server, "withdrawal");
    await customer.sees("payouts:next.approved");
    await here("w3 approved");
    payOut(server, "export");
    await customer.sees("payouts:next.sentSimulated");
    await here("w3 sent");
    payOut(server, "settled", settled);
    await page.waitForTimeout(3000);
    await here("w3 settled");
    const returned = await ask("300");
    approve(server, "withdrawal");
    await customer.sees("payouts:next.approved");
    payOut(server, "export");
    await customer.sees("payouts:next.sentSimulated");
    payOut(server, "returned", returned, "--reason", "account_closed");
    await customer.sees("payouts:detail.returned");
    await here("w3 returned");
    await ask("400");
    refuse(server, "withdrawal", ["holder_differs"]);
    await customer.sees("payouts:next.rejected");
    await here("w3 rejected");
    await ask("500");
    await customer.press("withdrawals:cancel.action");
    await customer.confirm("withdrawals:cancel.action");
    await customer.sees("payouts:next.cancelled");
    await here("w3 cancelled");
    await troubled("w3 detail", `withdraw/detail?id=${returned}`);
    await visit("w4 list", "withdraw/bcard");
    await visit("w4 times", "withdraw/times");
    await troubled("w4 times", "withdraw/times");
    await visit("w5 coins", "withdraw/vm");
    await visit("b0 transfer", "profile/transfer?from=BALANCE&to=HK_STOCK");
    await troubled("b0 transfer", "profile/transfer?from=BALANCE&to=HK_STOCK");
    await goTo("profile/transfer?from=BALANCE&to=HK_STOCK");
    await customer.fill("funds:transfer.amount", "1234.56");
    await here("b0 transfer filled");
    await customer.press("funds:transfer.review");
    await here("b0 quote");
    // A quote holds for half a minute.
    await page.waitForTimeout(31_000);
    await here("b0 quote expired");
    await page.keyboard.press("Escape");
    await goTo("profile/transfer?from=BALANCE&to=HK_STOCK");
    await moveMoney(customer, "1234.56");
    await here("b0 transferred");
    await visit("b1 bill", "profile/transaction");
    await troubled("b1 bill", "profile/transaction");
    await goTo("profile/transaction");
    await customer.press("bills:filter");
    await here("b1 filter");
    await page.keyboard.press("Escape");
    await customer.press("bills:export");
    await here("b1 export");
    await page.keyboard.press("Escape");
    await screen.getByRole("searchbox").fill("nothing of this name");
    await here("b1 nothing");
    await visit("b2 inbox", "notice/index");
    await page.locator("a[data-row][href*='/notice/detail']").first().click();
    await here("b2 notice");
  });
});

test("what the autopilot decides", async ({ server, customer }, info) => {
  const { screen, text } = customer;
  const { here, goTo, visit } = tour(customer, server, info);
  await join(customer, server);
  await visit("a0 bill empty", "profile/transaction");
  await visit("a0 transfer empty", "profile/transfer");
  await goTo("bcard/modify");
  await setPayPassword(customer);
  await here("a1 account");
  await saveAccount(customer, IBANS[0]);
  await here("a1 accounts");
  await goTo("deposit/fiat");
  await customer.fill("funds:deposit.amount", "1000");
  await customer.press("funds:deposit.submitPaper");
  await customer.sees("funds:record.completed");
  await here("a1 deposited");
  await visit("a2 locked", "withdraw/bcard");
  await screen.getByText(text("withdrawals:lock.new_address.title")).waitFor({
    state: "hidden",
    timeout: 90_000,
  });
  await customer.fill("withdrawals:amount", "100");
  await here("a2 identity first");
  await visit("a3 identity", "kycverify/index");
  await verify(customer, server);
  await here("a3 verified");
});
