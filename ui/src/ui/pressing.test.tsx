import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { Button } from "./Button";
import { ScrollingTabs } from "./ScrollingTabs";
import { SessionBadge } from "./SessionBadge";
import { Stepper } from "./Stepper";

beforeAll(async () => {
  installPlatform();
  await beginTexts();
});

describe("Button", () => {
  it("says why it cannot be pressed, can be found, and does nothing", async () => {
    const onClick = vi.fn();
    render(
      <Button look="rise" reason="Enter a quantity" onClick={onClick}>
        Buy
      </Button>,
    );
    await userEvent.tab();
    const button = screen.getByRole("button", { name: "Enter a quantity" });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button.className).not.toContain("rise");
    await userEvent.click(button);
    await userEvent.keyboard("{Enter} ");
    expect(onClick).not.toHaveBeenCalled();
  });

  it("sends no form while there is a reason, and sends it after", async () => {
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const form = (reason: string | null) => (
      <form onSubmit={onSubmit}>
        <input aria-label="Amount" />
        <Button type="submit" reason={reason}>
          Send
        </Button>
      </form>
    );
    const { rerender } = render(form("Enter an amount"));
    await userEvent.type(screen.getByLabelText("Amount"), "{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
    rerender(form(null));
    await userEvent.type(screen.getByLabelText("Amount"), "{Enter}");
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("keeps its look while it is busy", () => {
    render(
      <Button look="rise" busy reason="Enter a quantity">
        Buy
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Buy" });
    expect(button).toBeDisabled();
    expect(button.className).toContain("rise");
  });
});

function Quantity({ start = "", ...bounds }: { start?: string; [bound: string]: unknown }) {
  const [value, setValue] = useState(start);
  return <Stepper label="Quantity" value={value} onChange={setValue} {...bounds} />;
}
const field = () => screen.getByLabelText("Quantity");
const less = () => screen.getByRole("button", { name: /^Decrease/ });
const more = () => screen.getByRole("button", { name: /^Increase/ });

describe("Stepper", () => {
  it("moves by exact steps from nothing to its bound and back", async () => {
    render(<Quantity step="0.1" max="0.3" />);
    expect(less()).toBeDisabled();
    for (const expected of ["0.1", "0.2", "0.3"]) {
      await userEvent.click(more());
      expect(field()).toHaveValue(expected);
    }
    expect(more()).toBeDisabled();
    await userEvent.click(less());
    expect(field()).toHaveValue("0.2");
  });

  it("goes to the next whole step, and by the arrow keys as well", async () => {
    render(<Quantity start="250" step="100" />);
    await userEvent.click(field());
    await userEvent.keyboard("{ArrowUp}");
    expect(field()).toHaveValue("300");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(field()).toHaveValue("100");
  });

  it("leaves what was typed beyond a bound, and steps back to the bound", async () => {
    render(<Quantity start="181" max="181" />);
    await userEvent.type(field(), "0");
    expect(field()).toHaveValue("1810");
    expect(more()).toBeDisabled();
    await userEvent.click(less());
    expect(field()).toHaveValue("181");
  });

  it("never goes under its least, which need not be a step", async () => {
    render(<Quantity start="20" step="10" min="15" />);
    await userEvent.click(less());
    expect(field()).toHaveValue("15");
    expect(less()).toBeDisabled();
  });

  it("counts beyond what a float can", async () => {
    render(<Quantity start="9007199254740993" />);
    await userEvent.click(more());
    expect(field()).toHaveValue("9007199254740994");
  });
});

function Markets() {
  const [value, setValue] = useState("us");
  return (
    <ScrollingTabs
      label="Markets"
      tabs={[
        { value: "us", label: "US" },
        { value: "hk", label: "Hong Kong" },
      ]}
      value={value}
      onChange={setValue}
    >
      {value}
    </ScrollingTabs>
  );
}

describe("ScrollingTabs", () => {
  it("is one stop of the tab key whose arrows choose, and names its panel", async () => {
    render(<Markets />);
    await userEvent.tab();
    expect(screen.getByRole("tab", { name: "US" })).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Hong Kong", selected: true })).toHaveFocus();
    expect(screen.getByRole("tabpanel", { name: "Hong Kong" })).toHaveTextContent("hk");
  });

  it("scrolls the chosen tab to the middle", async () => {
    render(<Markets />);
    const [list, chosen] = [screen.getByRole("tablist"), screen.getByRole("tab", { name: /Hong/ })];
    Object.defineProperties(list, { clientWidth: { value: 300 }, scrollWidth: { value: 900 } });
    Object.defineProperties(chosen, { offsetLeft: { value: 500 }, offsetWidth: { value: 100 } });
    await userEvent.click(chosen);
    expect(list.scrollLeft).toBe(400);
    expect(list.className).toContain("mask-x-from");
  });
});

it("a session badge says the session and how long it lasts", () => {
  render(<SessionBadge session="lunch" countdown="opens in 0:31" />);
  expect(screen.getByText("Lunch break · opens in 0:31")).toBeVisible();
});
