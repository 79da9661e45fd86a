import type { Meta, StoryObj } from "@storybook/react-vite";
import type { Deposit } from "@/api/funds";
import { DepositCard } from "./DepositCard";

const deposit: Deposit = {
  id: "1",
  kind: "fiat",
  status: "completed",
  sent: { amount: "100000.00", currency: "EUR" },
  credit: { amount: "116220.00", currency: "USD" },
  rate: "1.1622",
  proof: null,
  network: null,
  coins: null,
  reason: null,
  announcedAt: 1_795_190_534_318,
  reviewedAt: null,
  reviewedBy: null,
  cancelledAt: null,
};

const meta = {
  title: "Status/Deposit",
  component: DepositCard,
  args: { deposit },
  // The card shows times by this machine's clock.
  tags: ["alone"],
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof DepositCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Completed: Story = {};
export const Pending: Story = { args: { deposit: { ...deposit, status: "pending" } } };
export const Failed: Story = {
  args: {
    deposit: { ...deposit, status: "failed", reason: "The bank sent it back." },
  },
};
