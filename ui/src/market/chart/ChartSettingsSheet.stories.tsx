import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import ChartSettingsSheet from "./ChartSettingsSheet";
import type { ChartLook } from "./chartSettings";

const meta = {
  title: "Controls/Chart settings",
  component: ChartSettingsSheet,
  // The sheet takes the whole window.
  tags: ["alone"],
  args: {
    settings: { style: "candles", over: ["MA"], below: ["VOL", "MACD"] },
    onChange: () => undefined,
    onClose: () => undefined,
    room: 5,
    isCourse: false,
  },
  render: function Render(args) {
    const [settings, setSettings] = useState<ChartLook>(args.settings);
    const change = (part: Partial<ChartLook>) => setSettings({ ...settings, ...part });
    return <ChartSettingsSheet {...args} settings={settings} onChange={change} />;
  },
} satisfies Meta<typeof ChartSettingsSheet>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Wide: Story = {};
export const OnAPhone: Story = { args: { room: 2 } };
export const OfTheDay: Story = {
  args: { isCourse: true, settings: { style: "line", over: [], below: ["KDJ"] } },
};
export const Chinese: Story = { args: { room: 2 }, tags: ["chinese"] };
