import type { Meta, StoryObj } from "@storybook/react-vite";
import { DeviceCheck } from "./DeviceCheck";

const meta = {
  title: "Status/Receipt",
  component: DeviceCheck,
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof DeviceCheck>;
export default meta;
type Story = StoryObj<typeof meta>;

const of = { symbol: "AAPL", assetClass: "usStock" } as const;
const value = { name: "value", expected: "2273.10", found: "2273.10", holds: true } as const;

export const Sound: Story = { args: { checks: [value], of } };
export const Unsound: Story = {
  args: { checks: [value, { ...value, name: "fees", found: "2273.11", holds: false }], of },
};
