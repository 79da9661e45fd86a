import type { Meta, StoryObj } from "@storybook/react-vite";
import { BigFigure, BigPrice, ChangePill, PriceOverPill, PriceText, SignedText } from "./PriceText";
import { Sparkline } from "./Sparkline";

const meta = {
  title: "Figures/Prices",
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Prices: Story = {
  render: () => (
    <div className="flex flex-col items-start gap-1">
      <PriceText value="227.52" />
      <PriceText value="0.00001234" />
      <PriceText value="1234567890.12" />
      <PriceText value={null} />
    </div>
  ),
};
export const Pills: Story = {
  render: () => (
    <div className="flex flex-wrap gap-2">
      <ChangePill percent="1.84" />
      <ChangePill percent="-2.07" />
      <ChangePill percent="0.00" />
      <ChangePill percent="123456.78" />
    </div>
  ),
};
export const OverPills: Story = {
  render: () => (
    <div className="flex gap-6">
      <PriceOverPill price="227.52" percent="1.84" />
      <PriceOverPill price="1712345.00" percent="-2.07" />
    </div>
  ),
};
export const Signed: Story = {
  render: () => (
    <div className="flex flex-col items-start">
      <SignedText value="1218.37" />
      <SignedText value="-4.54" />
      <SignedText value="0.00" />
      <SignedText value="1.18" percent />
    </div>
  ),
};
export const Big: Story = {
  render: () => (
    <div className="flex flex-col items-start gap-1">
      <BigFigure value="104218.37" />
      <BigFigure value="12345678901.23" />
      <BigFigure value="123456789012345.67" />
      <BigPrice value="227.52" decimals={2} />
    </div>
  ),
};
const points = ["10.0", "10.4", "10.2", "10.9", "10.6", "11.2", "11.0"];
export const Sparklines: Story = {
  render: () => (
    <div className="flex items-end gap-4">
      <Sparkline points={points} direction="rise" />
      <Sparkline points={[...points].reverse()} direction="fall" />
      <Sparkline points={points} direction="flat" />
      <Sparkline points={points} direction="rise" width={90} height={40} area />
    </div>
  ),
};
