import type { Meta, StoryObj } from "@storybook/react-vite";
import { PictureField } from "./PictureField";

const GUIDE = <div className="m-6 h-[calc(100%-48px)] rounded-[10px] border-2 border-dashed" />;

const meta = {
  title: "Files/PictureField",
  component: PictureField,
  args: { label: "Front of the ID card", value: null, onChange: () => undefined },
} satisfies Meta<typeof PictureField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Guided: Story = {
  args: {
    guide: GUIDE,
    hint: "All four corners in the picture, sharp, no glare.",
    camera: true,
  },
};

export const Wrong: Story = {
  args: { guide: GUIDE, error: "Please add this picture.", camera: true },
};

export const Plain: Story = { args: { label: "Proof of payment (optional)" } };
