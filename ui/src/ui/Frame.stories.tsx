import type { Meta, StoryObj } from "@storybook/react-vite";
import { ChartColumn, House, Star, User, Wallet } from "lucide-react";
import { to } from "@/screens";
import { Button, IconButton } from "./Button";
import { Card } from "./Card";
import { CopyButton } from "./CopyButton";
import { LinkButton } from "./LinkButton";
import { Page } from "./Page";
import { PlumbMark } from "./PlumbMark";
import { Sheet } from "./Sheet";
import { TabBar } from "./TabBar";
import { TopBar } from "./TopBar";

const meta = {
  title: "Frame/Page",
  decorators: [(Story) => <div className="w-[390px] max-w-full bg-bg">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const nothing = () => undefined;
const star = (
  <IconButton label="Watch">
    <Star size={22} aria-hidden />
  </IconButton>
);

/** The title is centred, with or without a button beside it. */
export const Title: Story = { render: () => <TopBar title="Receipt" /> };
export const TitleBesideMore: Story = { render: () => <TopBar title="AAPL Apple" end={star} /> };
export const LongTitle: Story = {
  render: () => <TopBar title="BRK.B Berkshire Hathaway Inc. Class B" end={star} />,
};
export const Chinese: Story = {
  tags: ["chinese"],
  render: () => <TopBar title="买入 伯克希尔·哈撒韦公司 B 类普通股" end={star} />,
};
const TABS = [
  ["Home", House],
  ["Markets", ChartColumn],
  ["Watchlist", Star],
  ["Trade", Wallet],
  ["Account", User],
] as const;
export const Tabs: Story = {
  render: () => (
    <TabBar
      label="Main screens"
      tabs={TABS.map(([label, icon]) => ({
        label,
        icon,
        href: to("home"),
        current: label === "Trade",
      }))}
    />
  ),
};
export const Marks: Story = {
  render: () => (
    <div className="flex items-center gap-6 p-4">
      <PlumbMark />
      <PlumbMark size={44} />
      <CopyButton label="Copy" text="80214663" />
    </div>
  ),
};
export const Links: Story = {
  render: () => (
    <div className="flex gap-2.5">
      <LinkButton href={to("login")}>Log in</LinkButton>
      <LinkButton href={to("register")} look="ghost">
        Sign up
      </LinkButton>
    </div>
  ),
};
export const Whole: Story = {
  tags: ["alone"],
  parameters: { layout: "fullscreen" },
  render: () => (
    <div className="flex h-[844px] flex-col">
      <Page top={<TopBar title="Buy Apple" />} bottom={<Button look="rise">Review order</Button>}>
        <Card>Estimated cost</Card>
      </Page>
    </div>
  ),
};
const sheet = (busy: boolean) => (
  <Sheet
    open
    onClose={nothing}
    title="Review: Buy Apple"
    description="Fills at once at the market, near 227.53."
    busy={busy}
    actions={
      <>
        <Button look="ghost" disabled={busy}>
          Cancel
        </Button>
        <Button look="rise" busy={busy}>
          Buy 20 Apple
        </Button>
      </>
    }
  >
    <Card>20 × 227.53</Card>
  </Sheet>
);
export const Confirming: Story = { tags: ["alone"], render: () => sheet(false) };
export const ConfirmingBusy: Story = { tags: ["alone"], render: () => sheet(true) };
