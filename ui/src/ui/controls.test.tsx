import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { AmountField } from "./AmountField";
import { CopyButton } from "./CopyButton";
import { PriceText } from "./PriceText";
import { Chips, Segmented } from "./Segmented";
import { Sheet } from "./Sheet";
import { toasts } from "./toast";

function Amount({ decimals }: { decimals?: number }) {
  const [value, setValue] = useState("");
  return (
    <>
      <AmountField
        label="Amount"
        value={value}
        onChange={setValue}
        decimals={decimals}
        error="Too small"
      />
      <button type="button" onClick={() => setValue("104.50")}>
        All
      </button>
      <output>{value}</output>
    </>
  );
}

describe("AmountField", () => {
  it.each([
    ["12,5", "12.5", "Too small"],
    ["0,125", "", "Use a point for decimals, like 12.5."],
    ["1e5", "", "Enter a plain number."],
    ["0.567", "", "At most 2 decimals."],
    ["１２．5", "12.5", "Too small"],
    [".5", "0.5", "Too small"],
  ])("shows %s as it was typed, takes %j and says: %s", async (typed, value, note) => {
    installPlatform();
    await beginTexts();
    render(<Amount />);
    const input = screen.getByLabelText(/Amount/);
    await userEvent.type(input, typed);
    expect(input).toHaveValue(typed);
    expect(input).toHaveAccessibleDescription(note);
    expect(screen.getByRole("status")).toHaveTextContent(value, { normalizeWhitespace: false });
  });

  it("follows a value that comes from elsewhere", async () => {
    render(<Amount />);
    const input = screen.getByLabelText(/Amount/);
    await userEvent.type(input, "1e5");
    await userEvent.click(screen.getByRole("button", { name: "All" }));
    expect(input).toHaveValue("104.50");
    await userEvent.type(input, "{Backspace}");
    expect(input).toHaveValue("104.5");
  });

  it("names its error to a screen reader", () => {
    render(<Amount decimals={0} />);
    expect(screen.getByLabelText(/Amount/)).toHaveAccessibleDescription("Too small");
    expect(screen.getByLabelText(/Amount/)).toBeInvalid();
  });
});

describe("Sheet", () => {
  it("closes by its button and by Escape, and stays while something is under way", async () => {
    const onClose = vi.fn();
    const { rerender } = render(
      <Sheet open busy onClose={onClose} title="Confirm">
        Text
      </Sheet>,
    );
    const close = screen.getByRole("button", { name: "Close" });
    expect(close).toBeDisabled();
    await userEvent.click(close);
    await userEvent.keyboard("{Escape}");
    await userEvent.click(document.body);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole("dialog")).toBeVisible();
    rerender(
      <Sheet open onClose={onClose} title="Confirm">
        Text
      </Sheet>,
    );
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
    await userEvent.click(close);
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

function Sides() {
  const [side, setSide] = useState<"buy" | "sell" | "both">("buy");
  return (
    <Segmented
      label="Side"
      value={side}
      onChange={setSide}
      choices={[
        { value: "buy", label: "Buy" },
        { value: "sell", label: "Sell" },
        { value: "both", label: "Both" },
      ]}
    />
  );
}

describe("Segmented", () => {
  it("is one stop of the tab key, and arrows go round", async () => {
    render(<Sides />);
    await userEvent.tab();
    expect(screen.getByRole("radio", { name: "Buy" })).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(screen.getByRole("radio", { name: "Both" })).toHaveFocus();
    expect(screen.getByRole("radio", { name: "Both" })).toBeChecked();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(screen.getByRole("radio", { name: "Sell" })).toBeChecked();
  });
});

describe("PriceText", () => {
  it("flashes in the colour of the move, and not when nothing moved", () => {
    const { rerender } = render(<PriceText value="9.99" />);
    const price = screen.getByText("9.99");
    expect(price).not.toHaveAttribute("data-move");
    rerender(<PriceText value="9.99" />);
    expect(price).not.toHaveAttribute("data-move");
    rerender(<PriceText value="10.00" />);
    expect(price).toHaveAttribute("data-move", "rise");
    rerender(<PriceText value="9.5" />);
    expect(price).toHaveAttribute("data-move", "fall");
    expect(price).toHaveTextContent("9.50");
  });
});

describe("CopyButton", () => {
  it("says whether the text was copied", async () => {
    const copied: string[] = [];
    const host = installPlatform();
    await beginTexts();
    host.copy = async (text) => copied.push(text) === 1;
    render(<CopyButton label="Copy" text="41974305" />);
    await userEvent.click(screen.getByRole("button", { name: "Copy" }));
    await userEvent.click(screen.getByRole("button", { name: "Copy" }));
    expect(copied).toEqual(["41974305", "41974305"]);
    expect(toasts.get().map(({ text }) => text)).toEqual([
      "Copied",
      "Your browser blocked copying. Select the text and copy it yourself.",
    ]);
  });
});

it("shows of chips that scroll the chosen one", () => {
  const place = vi.spyOn(Element.prototype, "getBoundingClientRect");
  place.mockImplementation(function (this: Element) {
    return this.tagName === "LABEL" ? new DOMRect(500, 0, 100, 32) : new DOMRect(0, 0, 300, 44);
  });
  const choices = [
    { value: "all", label: "All" },
    { value: "forex", label: "Forex" },
  ];
  render(<Chips label="Account" value="forex" onChange={() => {}} choices={choices} />);
  expect(screen.getByRole("radiogroup").scrollLeft).toBe(400);
  place.mockRestore();
});
