import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Fill } from "@/api/orders";
import { FillList } from "./FillList";

const took: Fill = {
  ...{ id: "9", orderId: "8", symbol: "DOGEUSDT", name: "Dogecoin", market: "Crypto" },
  ...{ assetClass: "crypto", side: "buy", position: "long", quantity: "2756", price: "0.09077" },
  ...{ multiplier: "1", value: "250.162120", priceCurrency: "USDT", fee: "0.250163" },
  ...{ liquidity: "taker", profit: null, currency: "USDT", filledAt: 1_795_190_534_318 },
};
const waited: Fill = {
  ...took,
  id: "10",
  quantity: "12000",
  price: "0.0905",
  value: "1086.000000",
};

const meta = {
  title: "Lists/Fills",
  component: FillList,
  args: { fills: [took, { ...waited, liquidity: "maker" }] },
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof FillList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Coins: Story = {};
export const Shares: Story = {
  args: {
    fills: [
      {
        ...took,
        ...{ symbol: "AAPL", name: "Apple", market: "UsStock", assetClass: "usStock" },
        ...{ quantity: "10", price: "227.31", value: "2273.10", priceCurrency: "USD" },
      },
    ],
  },
};
