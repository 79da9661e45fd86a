import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Deposit } from "@/api/types";
import { DepositCard } from "./DepositCard";
import { depositStatus } from "./deposits";

const deposit: Deposit = {
  id: "1",
  channel: "fiat",
  amount: "100000.00",
  currency: "EUR",
  creditAmount: "116220.00",
  creditCurrency: "USD",
  rate: "1.1622",
  status: depositStatus.completed,
  createTimeTimestamp: "1795190534318",
};

const meta = {
  title: "Status/Deposit",
  component: DepositCard,
  args: { deposit },
  // It says the time by this machine's clock.
  tags: ["alone"],
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof DepositCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Completed: Story = {};
export const Pending: Story = { args: { deposit: { ...deposit, status: depositStatus.pending } } };
export const Failed: Story = {
  args: {
    deposit: { ...deposit, status: depositStatus.failed, reason: "The bank sent it back." },
  },
};
