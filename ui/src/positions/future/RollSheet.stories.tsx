import type { Meta, StoryObj } from "@storybook/react-vite";
import type { OrderCost } from "@/api/costs";
import { instrumentKey } from "@/api/keys";
import { eMini, esPosition, nextEMini } from "@/test/futures";
import { seeded } from "@/test/seeded";
import RollSheet from "./RollSheet";
import { rollCost } from "./useRollCost";

const cost: OrderCost = {
  ...{ quantity: "2", price: "7638.25", value: "763825.00", feeTotal: "4.50", held: "0.00" },
  fees: [{ name: "commission", amount: "4.50", rule: "2.25 USD a contract and side" }],
  ...{ total: "40404.50", currency: "USD", priceCurrency: "USD", buyingPower: "52310.00" },
  ...{ buyingPowerAfter: "11905.50", refusal: null, released: null },
  margin: {
    ...{ leverage: null, margin: "40400.00", maintenance: "36400.00", pipValue: null },
    ...{ spread: null, financing: null, liquidationPrice: null },
  },
};
const opening = { symbol: "ESH00", market: "Future", quantity: "2" } as const;

const meta = {
  title: "Lists/Roll",
  component: RollSheet,
  args: { position: esPosition(), code: "ESH00", onClose: () => undefined },
  tags: ["alone"],
  decorators: [
    seeded(
      [instrumentKey(eMini()), eMini()],
      [instrumentKey(nextEMini()), nextEMini()],
      [rollCost({ ...opening, side: "buy" }).queryKey, cost],
      [rollCost({ ...opening, side: "sell" }).queryKey, cost],
    ),
  ],
} satisfies Meta<typeof RollSheet>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Long: Story = {};
/** A short position whose legs end with it. */
export const Protected: Story = {
  args: { position: esPosition({ side: "short", stopLoss: "7700", profit: "-2850.00" }) },
};
export const WithoutQuotes: Story = { decorators: [seeded()] };
