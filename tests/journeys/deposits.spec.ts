// Money comes in by every way that a server offers: another currency with a proof of the payment, the bank's certificate, and
// coins on each network.
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { read } from "./customer";
import { hundredths, typed } from "./figures";
import { test } from "./fixtures";
import { join } from "./steps";

const PROOF = fileURLToPath(new URL("../../ui/public/icons/512.png", import.meta.url));
const NETWORKS = [
  ["USDT", "Ethereum (ERC-20)"],
  ["USDT", "TRON (TRC-20)"],
  ["USDC", "Ethereum (ERC-20)"],
  ["USDC", "Solana (SPL)"],
] as const;

test("a newcomer deposits by every way that there is", async ({ server, customer }) => {
  const { page, screen, text } = customer;
  const look = () => customer.canUseWhatItSees();
  const goTo = (path: string) => page.goto(`${server.origin}/#/pages/${path}`);
  const credited = () => screen.getByText(text("funds:record.completed"), { exact: true });
  await join(customer, server);
  await test.step("reads which ways there are", async () => {
    await customer.press("funds:steps.depositAction");
    await customer.sees("funds:deposit.channel.fiat");
    await customer.sees("funds:deposit.channel.wallet");
    await look();
    await customer.follow("funds:deposit.channel.fiat");
  });
  await test.step("announces euros with a proof of the payment, which is seen again", async () => {
    await screen.getByRole("radio", { name: "EUR" }).click();
    await customer.fill("funds:deposit.amount", "100.01");
    const what = text("files:proof");
    await screen.getByLabel(text("files:chooseFor", { what })).setInputFiles(PROOF);
    const picture = screen.getByRole("img", { name: what });
    await expect(picture).toBeVisible();
    // It is drawn from the server's copy.
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await look();
  });
  await test.step("is credited in dollars at the rate of the review, which the record tells", async () => {
    const toldRate = async () => {
      const [, euro = ""] =
        /= ([\d.]+) USD/.exec(await customer.figure(text("funds:transfer.rate"))) ?? [];
      expect(euro).toMatch(/^\d\.\d{2,8}$/);
      return euro;
    };
    /** 100.01 EUR in cents at a rate, rounded down. */
    const worthAt = (euro: string) => {
      const [whole = "", parts = ""] = euro.split(".");
      return (10_001n * BigInt(whole + parts)) / 10n ** BigInt(parts.length);
    };
    const label = text("funds:deposit.credited", { wallet: text("funds:wallet.BALANCE") });
    // The form goes by the newest rate, which moves.
    await expect(async () => {
      const [before, shown, after] = [
        await toldRate(),
        await customer.figure(label),
        await toldRate(),
      ];
      expect(after).toBe(before);
      expect(hundredths(shown)).toBe(worthAt(before));
    }).toPass();
    await customer.press("funds:deposit.submitPaper");
    await expect(credited()).toHaveCount(1);
    const worth = hundredths(await customer.figure(text("funds:record.credit")));
    expect(worth).toBe(worthAt(await toldRate()));
    await look();
    // The record has the proof too, on demand.
    const proof = screen.getByRole("img", { name: text("deposits:proof") });
    await expect(proof).toHaveCount(0);
    await customer.press("deposits:proof");
    await expect(proof).toBeVisible();
    await look();
    await customer.tab("profile");
    await expect(page.getByText(typed(worth)).first()).toBeVisible();
  });
  await test.step("sends the bank's certificate, without which nothing is announced", async () => {
    await goTo("deposit/index");
    await customer.follow("funds:deposit.channel.certificate");
    await customer.sees("deposits:certificate.text");
    await customer.fill("funds:deposit.amount", "250");
    await customer.press("funds:deposit.submitPaper");
    await customer.sees("files:certificateNeeded");
    await look();
    const what = text("files:certificate");
    await screen.getByLabel(text("files:chooseFor", { what })).setInputFiles(PROOF);
    await expect(screen.getByRole("img", { name: what })).toBeVisible();
    await look();
    await customer.press("funds:deposit.submitPaper");
    await expect(credited()).toHaveCount(2);
    await customer.sees("funds:deposit.channel.certificate");
  });
  await test.step("sends coins on each network to an address of its own", async () => {
    await goTo("deposit/wallet");
    const addresses = new Set<string>();
    for (const [currency, network] of NETWORKS) {
      await screen.getByRole("radio", { name: currency, exact: true }).click();
      await screen.getByRole("radio", { name: network, exact: true }).click();
      await expect(
        screen.locator("p", { hasText: text("deposits:addressOf", { currency }) }),
      ).toContainText(network.replaceAll("-", "\u2011"));
      addresses.add(await read(screen.locator("p.select-all")));
      await customer.fill("funds:deposit.amount", "12.5");
      await customer.press("deposits:testSubmit");
      await expect(page.getByText(text("deposits:testSent")).first()).toBeVisible();
      await expect(customer.field("funds:deposit.amount")).toHaveValue("");
    }
    expect(addresses.size).toBe(3);
    await look();
  });
  await test.step("finds all of them credited, each on its network", async () => {
    await goTo("deposit/record");
    await expect(credited()).toHaveCount(2 + NETWORKS.length);
    const networks = await customer.figures(text("funds:deposit.network"));
    expect(networks.sort()).toEqual(NETWORKS.map(([, network]) => network).sort());
    await look();
  });
  expect(server.audit()).toContain("audit: ok");
});
