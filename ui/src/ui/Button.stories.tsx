import type { Meta, StoryObj } from "@storybook/react-vite";
import { Search } from "lucide-react";
import { Button, IconButton } from "./Button";

const meta = {
  title: "Controls/Button",
  component: Button,
  args: { children: "Review order" },
  decorators: [(Story) => <div className="flex w-[358px]">{Story()}</div>],
} satisfies Meta<typeof Button>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Primary: Story = {};
export const Ghost: Story = { args: { look: "ghost", children: "Export" } };
export const Plain: Story = { args: { look: "plain", children: "Not now" } };
export const Trade: Story = {
  render: () => (
    <div className="flex flex-1 gap-2.5">
      <Button look="fall">Sell</Button>
      <Button look="rise">Buy</Button>
    </div>
  ),
};
/** A button with a reason shows it as its label, and is neutral whatever its look. */
export const WithReason: Story = { args: { look: "rise", reason: "Enter a quantity" } };
/** For a reason shown right above the button. */
export const Disabled: Story = { args: { look: "fall", disabled: true } };
export const Busy: Story = { args: { look: "rise", busy: true } };
export const Focused: Story = { args: { autoFocus: true }, tags: ["alone"] };
export const LongLabel: Story = {
  args: { children: "Sell all of 1,234,567.89 Berkshire Hathaway at the market price" },
};
export const Chinese: Story = {
  tags: ["chinese"],
  args: { children: "以市价卖出全部 1,234,567.89 股伯克希尔·哈撒韦公司 B 类普通股", look: "fall" },
};
export const Icon: Story = {
  render: () => (
    <div className="flex gap-8 p-2.5">
      <IconButton label="Search">
        <Search size={22} aria-hidden />
      </IconButton>
      <IconButton label="Search" disabled>
        <Search size={22} aria-hidden />
      </IconButton>
    </div>
  ),
};
