import type { Meta, StoryObj } from "@storybook/react-vite";
import { detailOf, GROUP, orderOf, stopLossOf, takeProfitOf } from "@/test/orders";
import { seeded } from "@/test/seeded";
import { GroupCard } from "./GroupCard";
import { LegRow } from "./LegRow";
import { OrderCard } from "./OrderCard";
import { orderDetail } from "./queries";

const actions = { onAmend: () => undefined, onCancel: () => undefined };

const meta = {
  title: "Lists/Working order",
  component: OrderCard,
  args: { order: orderOf(), ...actions },
  // Times of today are told without their date.
  tags: ["alone"],
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof OrderCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Limit: Story = {};
export const Stop: Story = {
  args: {
    order: orderOf({
      ...{ side: "sell", prices: { type: "stop", stopPrice: "175.00" } },
      ...{ timeInForce: "gtd", expiresAt: 1_797_627_600_000 },
    }),
  },
};
export const TrailingStop: Story = {
  args: {
    order: orderOf({
      ...{ side: "sell", filled: "4", status: "partlyFilled" },
      prices: { type: "trailingStop", trail: { percent: "1.50" }, stopPrice: "177.30" },
    }),
  },
};
export const Triggered: Story = {
  args: {
    order: orderOf({
      prices: { type: "stopLimit", stopPrice: "185.00", limitPrice: "186.00" },
      ...{ triggered: true, triggeredAt: 1_795_190_534_318 },
    }),
  },
};
export const ExtendedHours: Story = {
  args: { order: orderOf({ timeInForce: "day", extendedHours: true }) },
};

const pending = { quantity: "0" };
const limited = { type: "stopLimit", stopPrice: "170.00", limitPrice: "169.00" } as const;
export const Bracket: Story = {
  render: () => <GroupCard group={{ id: "6", entry: orderOf(GROUP), legs: [] }} {...actions} />,
  decorators: [
    seeded(
      [orderDetail("8").queryKey, detailOf(takeProfitOf(pending))],
      [orderDetail("9").queryKey, detailOf(stopLossOf({ ...pending, prices: limited }))],
    ),
  ],
};
export const Legs: Story = {
  render: () => (
    <GroupCard
      group={{ id: "6", entry: undefined, legs: [takeProfitOf(), stopLossOf()] }}
      {...actions}
    />
  ),
};
export const LegTriggered: Story = {
  render: () => (
    <GroupCard
      group={{
        ...{ id: "6", entry: undefined },
        legs: [
          takeProfitOf(),
          stopLossOf({ triggered: true, triggeredAt: 1_795_190_534_318, filled: "4" }),
        ],
      }}
      {...actions}
    />
  ),
};
export const LegOfPart: Story = {
  render: () => (
    <ul>
      <LegRow leg={takeProfitOf()} held="20" {...actions}>
        <p className="num text-small">About +139.75 USD (+6.18%)</p>
      </LegRow>
    </ul>
  ),
};
