import { composeStories, type Meta, type StoryObj } from "@storybook/react-vite";
import type { ComponentType } from "react";

type Composed = ComponentType & { tags: string[]; storyName: string };
type Module = Parameters<typeof composeStories>[0];

const modules = Object.values({
  ...import.meta.glob<Module>("../src/**/*.stories.tsx", { eager: true }),
  ...import.meta.glob<Module>("./Tokens.stories.tsx", { eager: true }),
}).map((module) => ({
  title: String((module.default as Meta).title),
  stories: Object.values(composeStories(module) as Record<string, Composed>),
}));

/**
 * Every story of a group on one page, for the committed pictures. It leaves out those tagged "alone", which take the
 * whole window, and "chinese", whose characters depend on the machine's fonts.
 */
function Sheet({ group }: { group: string }) {
  return (
    <div className="columns-2 gap-6">
      {modules
        .filter(({ title }) => title.startsWith(`${group}/`))
        .sort((one, other) => one.title.localeCompare(other.title))
        .flatMap(({ title, stories }) =>
          stories
            .filter(({ tags }) => !tags.includes("alone") && !tags.includes("chinese"))
            .map((Story) => (
              <section key={title + Story.storyName} className="mb-5 break-inside-avoid">
                <h2 className="mb-1 text-badge text-ink-2">
                  {title.split("/")[1]} · {Story.storyName}
                </h2>
                <Story />
              </section>
            )),
        )}
    </div>
  );
}

const meta = { title: "Sheets", component: Sheet, tags: ["sheet"] } satisfies Meta<typeof Sheet>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Tokens: Story = { args: { group: "Tokens" } };
export const Controls: Story = { args: { group: "Controls" } };
export const Figures: Story = { args: { group: "Figures" } };
export const Status: Story = { args: { group: "Status" } };
export const Lists: Story = { args: { group: "Lists" } };
export const Frame: Story = { args: { group: "Frame" } };
