import type { Meta, StoryObj } from "@storybook/react-vite";
import { testInstrument, testQuote } from "@/test/instrument";
import { InstrumentRow } from "./InstrumentRow";

const meta = {
  title: "Lists/Instrument row",
  component: InstrumentRow,
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof InstrumentRow>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Rising: Story = { args: { instrument: testInstrument() } };
export const Falling: Story = {
  args: {
    instrument: testInstrument({ quote: testQuote({ change: "-0.10", changePercent: "-1.00" }) }),
  },
};
export const Stale: Story = {
  args: { instrument: testInstrument({ quote: testQuote({ stale: true }) }) },
};
export const Long: Story = {
  args: {
    instrument: testInstrument({
      symbol: "BRK.A",
      name: "Berkshire Hathaway Inc. Class A",
      quote: testQuote({ last: "1712345.00", changePercent: "12345.67" }),
    }),
  },
};
export const Chinese: Story = {
  tags: ["chinese"],
  args: { instrument: testInstrument({ name: "阿里巴巴集团控股有限公司", symbol: "BABA" }) },
};
