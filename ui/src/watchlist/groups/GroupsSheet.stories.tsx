import type { Meta, StoryObj } from "@storybook/react-vite";
import type { WatchGroup } from "@/api/watchGroups";
import { testInstrument } from "@/test/instrument";
import { seeded } from "@/test/seeded";
import { watchlist } from "../queries";
import GroupsSheet from "./GroupsSheet";
import { watchGroups } from "./groupQueries";

const entry = { ...testInstrument(), entryId: "7" };
const groups: WatchGroup[] = [
  { id: "1", name: "Long term", entryIds: ["7", "8"] },
  { id: "2", name: "A name as long as there may", entryIds: [] },
];

const meta = {
  title: "Lists/Watchlist groups",
  component: GroupsSheet,
  // The sheet takes the whole window.
  tags: ["alone"],
  args: { instrument: testInstrument(), onClose: () => undefined },
} satisfies Meta<typeof GroupsSheet>;
export default meta;
type Story = StoryObj<typeof meta>;

export const InOne: Story = {
  decorators: [seeded([watchlist.queryKey, [entry]], [watchGroups.queryKey, groups])],
};
export const NoGroups: Story = {
  decorators: [seeded([watchlist.queryKey, [entry]], [watchGroups.queryKey, []])],
};
