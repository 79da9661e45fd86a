import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { ScrollingTabs } from "./ScrollingTabs";

function Shown({ labels, chosen }: { labels: string[]; chosen: number }) {
  const [value, setValue] = useState(labels[chosen] ?? "");
  return (
    <div className="w-[358px]">
      <ScrollingTabs
        label="Markets"
        tabs={labels.map((label) => ({ value: label, label }))}
        value={value}
        onChange={setValue}
      >
        <p className="py-3 text-note text-ink-2">{value}</p>
      </ScrollingTabs>
    </div>
  );
}

const MARKETS = ["US stocks", "Hong Kong", "Options", "Futures", "Forex", "Crypto", "Funds"];

const meta = { title: "Frame/Scrolling tabs", component: Shown } satisfies Meta<typeof Shown>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Few: Story = { args: { labels: MARKETS.slice(0, 3), chosen: 0 } };
export const AtStart: Story = { args: { labels: MARKETS, chosen: 0 } };
export const InTheMiddle: Story = { args: { labels: MARKETS, chosen: 3 } };
export const AtEnd: Story = { args: { labels: MARKETS, chosen: 6 } };
export const Chinese: Story = {
  tags: ["chinese"],
  args: {
    labels: ["美股", "港股通與滬深港通", "期权", "期貨", "外汇", "虛擬資產", "基金"],
    chosen: 5,
  },
};
