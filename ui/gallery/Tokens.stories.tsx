import type { Meta, StoryObj } from "@storybook/react-vite";

const COLORS = [
  ...["bg", "surface", "sunken", "selected", "line", "ink", "ink-2", "ink-3"],
  ...["primary", "on-primary", "on-trade", "brass", "brass-soft", "brass-text"],
  ...["study-1", "study-2", "study-3", "study-4"],
  ...["rise", "rise-soft", "rise-text", "fall", "fall-soft", "fall-text"],
  ...["verified", "info", "success", "caution", "danger"].flatMap((name) => [name, `${name}-soft`]),
];

/** The design tokens. A picture of them shows each change. */
const meta = { title: "Tokens/Tokens" } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Colors: Story = {
  render: () => (
    <div className="grid w-[358px] grid-cols-5 gap-2">
      {COLORS.map((name) => (
        <div key={name} className="min-w-0 text-badge text-ink-2">
          <div className="h-12 border border-line" style={{ background: `var(--${name})` }} />
          {name}
        </div>
      ))}
    </div>
  ),
};
/** Drawn at three times their size, so that two pixels of a radius change hundreds in a picture. */
export const Radii: Story = {
  render: () => (
    <div className="flex gap-[2px]" style={{ zoom: 3 }}>
      <div className="size-9 rounded-card bg-ink" />
      <div className="size-9 rounded-control bg-ink" />
      <div className="size-9 rounded-pill bg-ink" />
    </div>
  ),
};
export const Shadows: Story = {
  render: () => (
    <div className="grid w-[358px] grid-cols-2 gap-4">
      <div className="h-12 rounded-card bg-surface shadow-card" />
      <div className="h-12 rounded-card bg-surface shadow-segment" />
    </div>
  ),
};
export const Type: Story = {
  render: () => (
    <div className="w-[358px]">
      <p className="text-display font-semibold">34 Display</p>
      <p className="text-figure font-semibold">28 Figure</p>
      <p className="text-heading font-semibold">22 Heading</p>
      <p className="text-title font-semibold">17 Title</p>
      <p className="text-body">16 Body</p>
      <p className="text-note font-medium">14 Note</p>
      <p className="text-small">13 Small</p>
      <p className="text-caption">12 Caption</p>
      <p className="text-badge font-semibold">11 Badge</p>
      <p className="num">0123456789 11:11</p>
    </div>
  ),
};
