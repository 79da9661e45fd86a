import type { Meta, StoryObj } from "@storybook/react-vite";
import { testStock } from "@/test/stock";
import { StockRow } from "./StockRow";

const meta = {
  title: "Lists/Stock row",
  component: StockRow,
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof StockRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Rising: Story = { args: { stock: testStock() } };
export const Falling: Story = {
  args: { stock: testStock({ change: "-0.10", change_ratio: "-1.00", fall: true }) },
};
export const Stale: Story = { args: { stock: testStock({ stale: true }) } };
export const Long: Story = {
  args: {
    stock: testStock({
      stock_code: "BRK.A",
      name: "Berkshire Hathaway Inc. Class A",
      price_nominal: "1712345.00",
      change_ratio: "12345.67",
    }),
  },
};
export const Chinese: Story = {
  tags: ["chinese"],
  args: { stock: testStock({ name: "阿里巴巴集团控股有限公司", stock_code: "BABA" }) },
};
