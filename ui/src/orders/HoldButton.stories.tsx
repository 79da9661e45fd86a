import type { Meta, StoryObj } from "@storybook/react-vite";
import { HoldButton } from "./HoldButton";

// Shown in the gallery and left out of its pictures.
const meta = {
  title: "Controls/Hold to confirm",
  component: HoldButton,
  tags: ["alone"],
  args: {
    label: "Buy 10 Apple",
    look: "rise",
    busy: false,
    disabled: false,
    onConfirm: () => undefined,
  },
  decorators: [(Story) => <div className="flex w-[358px]">{Story()}</div>],
} satisfies Meta<typeof HoldButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Buying: Story = {};
export const Selling: Story = { args: { look: "fall", label: "Sell 10 Apple" } };
export const Unavailable: Story = { args: { disabled: true } };
