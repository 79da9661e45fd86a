import type { Meta, StoryObj } from "@storybook/react-vite";
import { Star } from "lucide-react";
import { useEffect } from "react";
import { Button } from "./Button";
import { CardSkeletons } from "./CardSkeletons";
import { NextPageError } from "./MoreButton";
import { SessionBadge } from "./SessionBadge";
import { SkeletonRows } from "./Skeleton";
import { EmptyState, ErrorState } from "./states";
import { Toaster } from "./Toaster";
import { toasts } from "./toast";

const meta = {
  title: "Status/States",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const nothing = () => undefined;
const refused = {
  data: { pages: [1] },
  error: null,
  hasNextPage: true,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: true,
  fetchNextPage: nothing,
};

export const Empty: Story = {
  render: () => (
    <EmptyState icon={Star} text="You watch no stock yet." action={<Button>Find one</Button>} />
  ),
};
export const Failed: Story = { render: () => <ErrorState error={null} retry={nothing} /> };
export const NextPageFailed: Story = { render: () => <NextPageError query={refused} /> };
export const Loading: Story = {
  render: () => (
    <>
      <SkeletonRows rows={2} />
      <CardSkeletons cards={1} />
    </>
  ),
};
export const Sessions: Story = {
  render: () => (
    <div className="grid gap-1">
      <SessionBadge session="pre" countdown="opens in 0:42" />
      <SessionBadge session="regular" countdown="closes in 2:14" />
      <SessionBadge session="lunch" countdown="opens in 0:31" />
      <SessionBadge session="after" countdown="closes in 3:05" />
      <SessionBadge session="closed" countdown="opens in 2 d 14:05" />
      <SessionBadge session="regular" label="Open around the clock" />
      <SessionBadge session="regular" stale />
    </div>
  ),
};

function Toasts() {
  useEffect(() => {
    toasts.set([
      { id: 1, text: "Copied" },
      { id: 2, text: "The transfer of 50,000.00 USD to US stocks has been carried out." },
    ]);
    return () => toasts.set([]);
  }, []);
  return <Toaster />;
}
export const Toast: Story = { tags: ["alone"], render: () => <Toasts /> };
