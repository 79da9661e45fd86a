import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { MoreChips } from "./MoreChips";

const choices = [
  { value: "limit", label: "Limit", name: "Limit order", text: "Fills at your price or better." },
  { value: "market", label: "Market", name: "Market order", text: "Fills right away." },
  { value: "stop", label: "Stop", name: "Stop order", text: "Waits for the price." },
];

function Shown({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return (
    <div className="w-[358px]">
      <MoreChips label="Order type" near={2} choices={choices} value={value} onChange={setValue} />
    </div>
  );
}

// Shown in the gallery and left out of its pictures.
const meta = {
  title: "Controls/Choices with more",
  component: Shown,
  tags: ["alone"],
  args: { first: "limit" },
} satisfies Meta<typeof Shown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Usual: Story = {};
export const Rare: Story = { args: { first: "stop" } };
