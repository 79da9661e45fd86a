import type { Meta, StoryObj } from "@storybook/react-vite";
import { testInstrument } from "@/test/instrument";
import { CoinRow } from "./CoinRow";

const bitcoin = {
  ...{ symbol: "BTCUSDT", name: "Bitcoin", market: "Crypto", exchange: "" },
  assetClass: "crypto",
} as const;

const meta = {
  title: "Lists/Coin row",
  component: CoinRow.Row,
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof CoinRow.Row>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Rising: Story = {
  args: {
    instrument: testInstrument({
      ...bitcoin,
      readings: { trend: "up", strength: "71.40", volatility: "53.03" },
    }),
  },
};
export const Sideways: Story = {
  args: {
    instrument: testInstrument({
      ...bitcoin,
      readings: { trend: "sideways", strength: "45.60", volatility: "120.97" },
    }),
  },
};
/** A new coin has no readings. */
export const New: Story = {
  args: {
    instrument: testInstrument({
      ...bitcoin,
      readings: { trend: null, strength: null, volatility: null },
    }),
  },
};
