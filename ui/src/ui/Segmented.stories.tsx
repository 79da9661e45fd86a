import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { Chips, type Choice, Segmented } from "./Segmented";

interface ShownProps {
  of: typeof Segmented | typeof Chips;
  choices: Choice<string>[];
}

function Shown({ of: Group, choices }: ShownProps) {
  const [value, setValue] = useState(choices[0]?.value ?? "");
  return (
    <div className="w-[358px]">
      <Group label="Choice" choices={choices} value={value} onChange={setValue} />
    </div>
  );
}

const choices = (...labels: string[]) => labels.map((label) => ({ value: label, label }));

const meta = { title: "Controls/Choices", component: Shown } satisfies Meta<typeof Shown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Sides: Story = {
  args: {
    of: Segmented,
    choices: [
      { value: "buy", label: "Buy", accent: "text-rise-text" },
      { value: "sell", label: "Sell", accent: "text-fall-text" },
    ],
  },
};
export const Four: Story = {
  args: { of: Segmented, choices: choices("Holdings", "Orders", "Closed", "Follow") },
};
export const Chinese: Story = {
  tags: ["chinese"],
  args: { of: Segmented, choices: choices("持仓", "當日委託", "历史成交记录") },
};
export const AsChips: Story = {
  args: { of: Chips, choices: choices("Gainers", "Losers", "Most active") },
};
export const ScrollingChips: Story = {
  args: {
    of: Chips,
    choices: choices("Technology", "Health care", "Financials", "Energy", "Utilities"),
  },
};
