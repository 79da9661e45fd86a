import type { Meta, StoryObj } from "@storybook/react-vite";
import { Gift, Landmark } from "lucide-react";
import { Card, SectionTitle } from "./Card";
import { FactGrid, KeyValue, KeyValues } from "./KeyValue";
import { ListRow } from "./ListRow";
import { LogoTile } from "./LogoTile";

const meta = {
  title: "Lists/Cards and rows",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Costs: Story = {
  render: () => (
    <Card>
      <KeyValues>
        <KeyValue label="20 × 226.80">4,536.00</KeyValue>
        <KeyValue label="Regulatory fees (on sale only)">0.00</KeyValue>
        <KeyValue label="Held until filled" total>
          4,536.00 USD
        </KeyValue>
      </KeyValues>
    </Card>
  ),
};
export const Facts: Story = {
  render: () => (
    <Card>
      <FactGrid
        facts={[
          { label: "Open", value: "224.10" },
          { label: "Volume", value: "41.2M" },
          { label: "52-wk range", value: "1,234,567.89–9,876,543.21" },
        ]}
      />
    </Card>
  ),
};
export const Rows: Story = {
  render: () => (
    <>
      <SectionTitle end="Transfer">Accounts</SectionTitle>
      <Card className="py-1">
        <ListRow
          start={<Landmark size={22} aria-hidden />}
          title="Bank transfer"
          subtitle="USD · HKD"
          href="/"
        />
        <ListRow
          start={<Gift size={22} aria-hidden />}
          title="Invite a friend"
          end="PLUMB7"
          onClick={() => undefined}
        />
        <ListRow
          start={<LogoTile code="AAPL" name="Apple" />}
          title="The name of this one is longer than a line of a phone takes"
          end="123,456,789,012.34 USD"
        />
      </Card>
    </>
  ),
};
export const Chinese: Story = {
  tags: ["chinese"],
  render: () => (
    <Card className="py-1">
      <ListRow
        title="香港股票賬戶"
        subtitle="可用資金與凍結金額合計"
        end="120,000.00 HKD"
        href="/"
      />
      <ListRow title="阿里巴巴集团控股有限公司美国存托凭证（每股代表八股普通股）" end="9988" />
    </Card>
  ),
};
