import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Rule } from "@/api/rules";
import { Card } from "@/ui";
import { RuleCard } from "./RuleCard";

const term = (name: string, value: string, upTo: string | null = null) => ({ name, value, upTo });
const rule = (own: Partial<Rule>): Rule => ({
  ...{ rule: "lot", about: "", terms: [term("quantity", "500")], source: "HKEX" },
  ...{ since: "2025-07-11", until: null, next: null },
  ...own,
});

const meta = {
  title: "Lists/Rules",
  component: RuleCard,
  args: { rule: rule({}), currency: "HKD" },
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
  render: (args) => (
    <Card className="py-0">
      <RuleCard {...args} />
    </Card>
  ),
} satisfies Meta<typeof RuleCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const InForce: Story = {};
export const ByThePrice: Story = {
  args: {
    rule: rule({
      rule: "tickSize",
      terms: [term("step", "0.001", "0.25"), term("step", "0.005", "10"), term("step", "0.01")],
    }),
  },
};
export const AboutToChange: Story = {
  args: {
    rule: rule({
      until: "2026-09-13",
      next: { since: "2026-09-14", terms: [term("quantity", "100")], source: "HKEX" },
    }),
  },
};
