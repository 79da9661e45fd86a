import type { Meta, StoryObj } from "@storybook/react-vite";
import { type OrderRules as Accepted, orderRules } from "@/api/rules";
import { seeded } from "@/test/seeded";
import { OrderRules } from "./OrderRules";

const term = (name: string, value: string) => ({ name, value, upTo: null });
const order: Accepted = {
  ...{ symbol: "AAPL", market: "UsStock", currency: "USD", acceptedAt: 0 },
  ...{ day: "2026-04-02", today: "2026-04-06", rules: [] },
  changes: [
    {
      ...{ rule: "fee", about: "sec", since: "2026-04-04" },
      before: [term("fee", "$0.00 per $1M sold")],
      after: [term("fee", "$20.60 per $1M sold")],
    },
    { rule: "lot", about: "", before: [term("quantity", "100")], after: [], since: null },
  ],
};

const meta = {
  title: "Lists/Rules of an order",
  component: OrderRules,
  args: { id: "7" },
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof OrderRules>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Changed: Story = { decorators: [seeded([orderRules("7").queryKey, order])] };
export const Unchanged: Story = {
  decorators: [seeded([orderRules("7").queryKey, { ...order, changes: [] }])],
};
