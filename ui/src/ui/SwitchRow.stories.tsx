import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { SwitchRow } from "./SwitchRow";

function Shown({ first, hint }: { first: boolean; hint?: string }) {
  const [on, setOn] = useState(first);
  return (
    <div className="w-[358px]">
      <SwitchRow label="Extended hours" hint={hint} on={on} onChange={setOn} />
    </div>
  );
}

// Shown in the gallery and left out of its pictures.
const meta = {
  title: "Controls/Switch",
  component: Shown,
  tags: ["alone"],
  args: { first: false },
} satisfies Meta<typeof Shown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { first: true } };
export const Explained: Story = {
  args: {
    first: true,
    hint: "Also fills before and after regular hours, when fewer shares trade.",
  },
};
