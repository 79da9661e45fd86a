import type { Meta, StoryObj } from "@storybook/react-vite";
import { decodeBar } from "@/api/market";
import { BELOW, OVER } from "./catalog";
import { StudyLegend } from "./StudyLegend";
import { Study } from "./study";

/** A steady rise with a fall at its end, long enough for the longest average. */
const bars = Array.from({ length: 80 }, (_, index) => {
  const close = (200 + index - (index > 74 ? (index - 74) * 4 : 0)).toFixed(2);
  return decodeBar([index, close, close, close, close, "41200000"]);
});
const studies = new Map(
  (["MA", "EMA", "BOLL", "MACD", "RSI", "RSI3", "KDJ"] as const).map((name) => [
    name,
    new Study(name).follow(bars),
  ]),
);

const meta = {
  title: "Figures/Indicator legend",
  component: StudyLegend,
  args: { name: "MA", studies, bar: bars[79], at: 79, decimals: 2, highest: "285.14" },
  render: ({ name: _name, ...args }) => (
    <div className="@container w-[358px]">
      {[...OVER, ...BELOW].map((name) => (
        <StudyLegend key={name} {...args} name={name} />
      ))}
    </div>
  ),
} satisfies Meta<typeof StudyLegend>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AtABar: Story = {};
/** The first bars have too few before them. */
export const TooFewBars: Story = { args: { bar: bars[3], at: 3 } };
