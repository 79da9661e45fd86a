import { expect } from "@playwright/test";
import { test } from "./fixtures";

const ARTICLE = `+++
language = "zh-Hant"
title = "美股收費更改"
tags = ["service"]
instruments = ["UsStock:AAPL"]
publisher = "客戶服務"
+++
由**十月一日**起，賣出美股的交易活動費為零。

| 費用 | 收費 |
|---|--:|
| FINRA | 0.000000 |

規則載於[證交會](https://www.sec.gov/rules)，不在[別處](https://evil.example/)。
`;

test("a visitor reads what the operator published, and is told where a link leads", async ({
  server,
  customer,
}) => {
  const { page, screen } = customer;
  server.publish(ARTICLE);
  await test.step("finds it on the first page, below which markets are open", async () => {
    await page.goto(server.origin);
    await customer.sees("news:hours.title");
    await screen.getByRole("link", { name: /美股收費更改/ }).click();
  });
  await test.step("reads it", async () => {
    await expect(page.getByRole("heading", { name: "美股收費更改" })).toBeVisible();
    await expect(page.getByRole("cell", { name: "0.000000" })).toBeVisible();
    await expect(page.getByRole("link", { name: /AAPL.*%/ })).toBeVisible();
    await customer.canUseWhatItSees();
  });
  await test.step("reads it in larger text", async () => {
    await page.getByRole("button", { name: customer.text("news:size.large") }).click();
    await expect(
      page.getByRole("button", { name: customer.text("news:size.small") }),
    ).toBeVisible();
  });
  await test.step("is told where a link leads", async () => {
    await page.getByRole("link", { name: "證交會" }).click();
    const open = page.getByRole("link", {
      name: customer.text("news:webview.open", { host: "www.sec.gov" }),
    });
    await expect(open).toHaveAttribute("href", "https://www.sec.gov/rules");
    await customer.canUseWhatItSees();
    await page.goBack();
  });
  await test.step("is led nowhere else", async () => {
    await page.getByRole("link", { name: "別處" }).click();
    await customer.sees("news:webview.unknownHost", { host: "evil.example" });
    await customer.canUseWhatItSees();
    await page.goBack();
  });
  await test.step("looks for more of the kind", async () => {
    await page.getByRole("link", { name: "本服務" }).click();
    await expect(screen.getByRole("link", { name: /美股收費更改/ })).toBeVisible();
    await customer.canUseWhatItSees();
  });
});
