// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { NoticeSubject } from "@/api/inbox";
import { installPlatform } from "@/test/platform";
import { hideOwn } from "@/ui/Own";
import { useNoticeText } from "./useNoticeText";

const said = (subject: NoticeSubject, text: string) =>
  renderHook(() => useNoticeText({ subject, text })).result.current;

beforeEach(() => {
  installPlatform();
  hideOwn(true);
});

afterEach(() => hideOwn(false));

it.each<[NoticeSubject, string, string]>([
  [
    "order",
    "Bought 1,000 3M Hong Kong (00700) at 621.00 HKD. Filled so far: 1,000 of 2,000.",
    "Bought •••• 3M Hong Kong (00700) at •••• HKD. Filled so far: •••• of ••••.",
  ],
  [
    "order",
    "已買入騰訊控股（00700）1,000，成交價 621.00 HKD。累計成交 1,000，訂單數量 2,000。",
    "已買入騰訊控股（00700）••••，成交價 •••• HKD。累計成交 ••••，訂單數量 ••••。",
  ],
  [
    "withdrawal",
    "733.33 EUR of your withdrawal is on its way to ****3000.",
    "•••• EUR of your withdrawal is on its way to ****3000.",
  ],
  [
    "position",
    "We closed 1,000 at 1.08; 0 is left. Result: \u22123.20 USD.",
    "We closed •••• at ••••; •••• is left. Result: •••• USD.",
  ],
  ["security", "Somebody logged in from 192.0.2.7.", "Somebody logged in from 192.0.2.7."],
])("hides the figures of a notice of %s: %s", (subject, text, hidden) => {
  expect(said(subject, text)).toBe(hidden);
});

it("hides nothing where amounts are shown", () => {
  hideOwn(false);
  expect(said("deposit", "100.00 USD was credited.")).toBe("100.00 USD was credited.");
});
