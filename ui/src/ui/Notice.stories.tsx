import type { Meta, StoryObj } from "@storybook/react-vite";
import { BehindBanner, OfflineBanner, StaleBanner } from "./Banner";
import { Notice } from "./Notice";
import { UnansweredNotice } from "./UnansweredNotice";

const meta = {
  title: "Status/Notice",
  component: Notice,
  args: { children: "Nothing here is real money: try what you like." },
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof Notice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Info: Story = { args: { title: "Paper money" } };
export const Success: Story = {
  args: { tone: "success", title: "Completed", children: "100,000.00 USD have arrived." },
};
export const Caution: Story = {
  args: { tone: "caution", children: "Send only USDT, and only over TRON." },
};
export const Danger: Story = {
  args: { tone: "danger", title: "Margin call", children: "Add 1,204.00 USD by 16:00 ET." },
};
export const Chinese: Story = {
  tags: ["chinese"],
  args: {
    tone: "caution",
    title: "請只用 TRON 網絡",
    children: "以其他網絡發送的資金將無法找回，請先核對地址的首尾各四個字符。",
  },
};
export const Unanswered: Story = {
  render: () => (
    <UnansweredNotice since={1795190534318}>
      The order may have been placed. Finding out sends the same once more.
    </UnansweredNotice>
  ),
  // The banner shows the time by this machine's clock.
  tags: ["alone"],
};
export const Banners: Story = {
  render: () => (
    <div className="space-y-2">
      <OfflineBanner />
      <StaleBanner />
      <BehindBanner onRetry={() => undefined} />
    </div>
  ),
};
