import type { Meta, StoryObj } from "@storybook/react-vite";
import { type CorporateAction, corporateActions } from "@/api/corporateActions";
import { testDetail } from "@/test/instrument";
import { seeded } from "@/test/seeded";
import { ActionsCard } from "./ActionsCard";

const instrument = testDetail();
const days = (year: number) => ({
  ...{ id: String(year), exAt: 0, isSimulated: true },
  ...{ exDay: `${year}-02-06`, recordDay: `${year}-02-06`, payDay: `${year}-02-20` },
});
const dividend = (year: number, amount: string): CorporateAction => ({
  ...days(year),
  ...{ kind: "dividend", amount, currency: "USD" },
});
const split: CorporateAction = { ...days(2020), kind: "split", ratio: { new: 4, old: 1 } };

const told = (...rows: CorporateAction[]) =>
  seeded([
    corporateActions(instrument).queryKey,
    { pages: [{ rows, next: null }], pageParams: [1] },
  ]);

const meta = {
  title: "Lists/Corporate actions",
  component: ActionsCard,
  args: { instrument },
} satisfies Meta<typeof ActionsCard>;
export default meta;
type Story = StoryObj<typeof meta>;

const narrow = (Story: () => React.ReactNode) => <div className="w-[358px]">{Story()}</div>;

export const WhatWas: Story = { decorators: [told(dividend(2021, "0.26"), split), narrow] };
export const None: Story = { decorators: [told(), narrow] };
/** The days left depend on the current day. */
export const WhatIsNext: Story = {
  tags: ["alone"],
  decorators: [told(dividend(2099, "0.27"), dividend(2021, "0.26")), narrow],
};
