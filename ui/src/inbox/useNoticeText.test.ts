// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { installPlatform } from "@/test/platform";
import { hideOwn } from "@/ui/Own";
import { useNoticeText } from "./useNoticeText";

const said = (...parts: string[]) => renderHook(() => useNoticeText({ parts })).result.current;

const FILLED = ["Bought ", "1,000", " 3M (00700) at ", "621.00", " HKD."];

beforeEach(() => installPlatform());

afterEach(() => hideOwn(false));

it("hides the figures of a notice, which the server tells apart", () => {
  hideOwn(true);
  expect(said(...FILLED)).toBe("Bought •••• 3M (00700) at •••• HKD.");
  expect(said("Somebody logged in from 192.0.2.7.")).toBe("Somebody logged in from 192.0.2.7.");
});

it("hides nothing where amounts are shown", () => {
  hideOwn(false);
  expect(said(...FILLED)).toBe("Bought 1,000 3M (00700) at 621.00 HKD.");
});
