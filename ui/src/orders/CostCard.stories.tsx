import type { Meta, StoryObj } from "@storybook/react-vite";
import type { OrderCost } from "@/api/costs";
import { CostCard } from "./CostCard";

const cost: OrderCost = {
  quantity: "20",
  price: "226.80",
  value: "4536.00",
  fees: [{ name: "sec", amount: "0.10", rule: "0.00206 % of the value" }],
  feeTotal: "0.10",
  total: "4536.10",
  released: null,
  held: "4536.10",
  currency: "USD",
  priceCurrency: "USD",
  margin: null,
  buyingPower: "47786.00",
  refusal: null,
};

const meta = {
  title: "Figures/Cost card",
  component: CostCard,
  args: {
    instrument: { symbol: "AAPL", assetClass: "usStock", market: "UsStock" },
    cost,
    side: "buy",
    estimated: false,
  },
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof CostCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Held: Story = {};
export const Sale: Story = { args: { side: "sell", estimated: true } };
const bought: OrderCost = {
  ...cost,
  ...{ quantity: "0.0123", price: "74374.61", value: "914.807703", held: "0.000000" },
  fees: [{ name: "taker", amount: "0.914808", rule: "0.1% of the value taken from the book" }],
  ...{ feeTotal: "0.914808", total: "915.722511", currency: "USDT", priceCurrency: "USDT" },
};
export const Coin: Story = {
  args: {
    instrument: { symbol: "BTCUSDT", assetClass: "crypto", market: "Crypto" },
    cost: bought,
    estimated: true,
  },
};
export const Long: Story = {
  args: { cost: { ...cost, value: "123456789012.34", held: "123456789012.44" } },
};
