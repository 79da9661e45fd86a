import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { OutlookLine } from "./OutlookLine";

const buys = (ask: string) => ({ kind: "marketBuy", text: `Fills right away, now ${ask}.` });
const closed = { kind: "marketClosed", text: "The market is closed." };

const heard = () => document.querySelector("[aria-live]")?.textContent;

it("shows every price, and tells screen readers only of another kind of outlook", () => {
  const { rerender } = render(<OutlookLine told={buys("180.06")} />);
  // A live region speaks of changes only.
  expect(heard()).toBe("");
  rerender(<OutlookLine told={buys("180.07")} />);
  expect(screen.getByText("Fills right away, now 180.07.")).toBeVisible();
  expect(heard()).toBe("");

  rerender(<OutlookLine told={closed} />);
  expect(heard()).toBe(closed.text);
  rerender(<OutlookLine told={buys("180.08")} />);
  expect(heard()).toBe("Fills right away, now 180.08.");
  rerender(<OutlookLine told={buys("180.09")} />);
  expect(screen.getByText("Fills right away, now 180.09.")).toBeVisible();
  expect(heard()).toBe("Fills right away, now 180.08.");

  rerender(<OutlookLine told={{ kind: null, text: "" }} />);
  expect(heard()).toBe("");
});
