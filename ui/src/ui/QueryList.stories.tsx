import type { Meta, StoryObj } from "@storybook/react-vite";
import { Star } from "lucide-react";
import { QueryList } from "./QueryList";
import { EmptyState } from "./states";

const NAMES = ["Apple Inc.", "Tesla, Inc.", "NVIDIA Corporation"];
const nothing = () => undefined;

/** A list in each state of its query, which shows the parts it is made of too. */
const meta = {
  title: "Lists/QueryList",
  tags: ["alone"],
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

function draw(data: string[] | undefined, error: unknown = null): Story {
  return {
    render: () => (
      <QueryList
        query={{ data, error, refetch: nothing }}
        empty={<EmptyState icon={Star} text="You watch no stock yet." />}
      >
        {(names) => names.map((name) => <p key={name}>{name}</p>)}
      </QueryList>
    ),
  };
}

export const OnItsWay = draw(undefined);
export const Failed = draw(undefined, new Error("offline"));
export const Empty = draw([]);
/** Rows stay when a refresh fails. */
export const Old = draw(NAMES, new Error("offline"));
export const Pages: Story = {
  render: () => (
    <QueryList
      query={{
        data: { pages: [{ rows: NAMES }] },
        error: null,
        refetch: nothing,
        hasNextPage: true,
        isFetching: false,
        isFetchingNextPage: false,
        isFetchNextPageError: false,
        fetchNextPage: nothing,
      }}
    >
      {(names) => names.map((name) => <p key={name}>{name}</p>)}
    </QueryList>
  ),
};
