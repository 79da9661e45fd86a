import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Position } from "@/api/positions";
import { workingOrders } from "@/orders/queries";
import { stopLossOf, takeProfitOf } from "@/test/orders";
import { seeded } from "@/test/seeded";
import { ProtectionCard } from "./ProtectionCard";

const position = {
  ...{ id: "5", symbol: "AAPL", name: "Apple", market: "UsStock", assetClass: "usStock" },
  ...{ side: "long", quantity: "20", available: "20", averagePrice: "226.02", multiplier: "1" },
  ...{ cost: "4520.50", currency: "USD", priceCurrency: "USD", margin: null },
  ...{ takeProfit: "240.00", stopLoss: "200.00" },
} as Position;

const meta = {
  title: "Lists/Protection",
  component: ProtectionCard,
  args: { position },
  // Times of today are told without their date.
  tags: ["alone"],
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof ProtectionCard>;
export default meta;
type Story = StoryObj<typeof meta>;

const legs = [takeProfitOf({ quantity: "20" }), stopLossOf({ quantity: "20" })];
export const Whole: Story = { decorators: [seeded([workingOrders.queryKey, legs])] };
export const Part: Story = {
  decorators: [seeded([workingOrders.queryKey, [takeProfitOf(), stopLossOf()]])],
};
export const Unset: Story = {
  args: { position: { ...position, takeProfit: null, stopLoss: null } },
  decorators: [seeded([workingOrders.queryKey, []])],
};
