import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Preview } from "@/api/types";
import { CostCard } from "./CostCard";
import { BUY, SELL } from "./words";

const cost: Preview = {
  quantity: "20",
  price: "226.80",
  notional: "4536.00",
  fees: [{ name: "sec", amount: "0.10", rule: "0.00206 % of the value" }],
  feeTotal: "0.10",
  total: "4536.10",
  heldAmount: "4536.10",
  currency: "USD",
  buyingPower: "47786.00",
  buyingPowerAfter: "43249.90",
  ruleVersion: "2026-04-04",
};

const meta = {
  title: "Figures/Cost card",
  component: CostCard,
  args: { preview: cost, direction: BUY, estimated: false },
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof CostCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Held: Story = {};
export const Sale: Story = { args: { direction: SELL, estimated: true } };
export const Long: Story = {
  args: { preview: { ...cost, notional: "123456789012.34", heldAmount: "123456789012.44" } },
};
