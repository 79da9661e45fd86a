import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Position } from "@/api/positions";
import { stopLossOf, takeProfitOf } from "@/test/orders";
import { LegProfit } from "./LegProfit";
import { ProtectionCard } from "./ProtectionCard";

const position = {
  ...{ id: "5", symbol: "AAPL", name: "Apple", market: "UsStock", assetClass: "usStock" },
  ...{ side: "long", quantity: "20", available: "20", averagePrice: "226.02", multiplier: "1" },
  ...{ cost: "4520.50", currency: "USD", priceCurrency: "USD", margin: null },
  ...{ takeProfit: null, stopLoss: null },
} as Position;

const meta = {
  title: "Lists/Protection",
  component: ProtectionCard,
  args: { position, legs: [], state: null, children: null },
  tags: ["alone"],
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof ProtectionCard>;
export default meta;
type Story = StoryObj<typeof meta>;

const legs = [takeProfitOf({ quantity: "20" }), stopLossOf({ quantity: "20" })];
export const Prices: Story = {
  args: {
    legs,
    children: legs.map((leg) => (
      <li key={leg.id}>
        <LegProfit position={position} leg={leg} />
      </li>
    )),
  },
};
export const Unset: Story = {};
