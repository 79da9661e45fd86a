import type { Meta, StoryObj } from "@storybook/react-vite";
import { TimeTable } from "../chart/TimeTable";
import { CompareLegend } from "./CompareLegend";
import { COLORS, type Compared } from "./useComparison";

const series = ["Apple", "Nvidia", "Hang Seng Index"].map(
  (title, index): Compared => ({
    ...{ symbol: title.toUpperCase(), market: "UsStock", title, points: [] },
    color: COLORS[index] ?? "ink",
  }),
);

const meta = {
  title: "Figures/Comparison",
  component: CompareLegend,
  args: {
    series,
    changes: ["4.21", "-1.65", null],
    span: "2 Nov 2026 – 20 Nov 2026",
    onRemove: () => undefined,
    children: null,
  },
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof CompareLegend>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Legend: Story = {};
export const Alone: Story = { args: { series: series.slice(0, 1), changes: ["0.00"] } };
/** The table takes the whole window. */
export const Table: Story = {
  tags: ["alone"],
  render: () => (
    <TimeTable
      sentence="Comparison, Daily, 16 Nov 2026 to 20 Nov 2026: Apple +4.21%, Nvidia −1.65%."
      columns={["Apple", "Nvidia"]}
      count={5}
      rowAt={(place) => ({
        key: place,
        time: `${20 - place} Nov 2026`,
        figures: [`+${(4.21 - place).toFixed(2)}%`, `−${(1.65 + place).toFixed(2)}%`],
      })}
      onClose={() => undefined}
    />
  ),
};
