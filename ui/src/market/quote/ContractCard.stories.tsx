import type { Meta, StoryObj } from "@storybook/react-vite";
import type { FutureTerms } from "@/api/market";
import { testDetail, testQuote } from "@/test/instrument";
import { ContractCard } from "./ContractCard";

const terms = (own: Partial<FutureTerms>): FutureTerms => ({
  ...{ lastTradeDay: "2099-12-18", firstNoticeDay: null, lastOpenDay: null, isCashSettled: true },
  ...{ multiplier: "50", previousSettle: "7630.75" },
  ...{ openInterest: "166599", openInterestChange: "-4671" },
  ...own,
});

const eMini = {
  ...{ symbol: "ESZ99", name: "E-mini S&P 500 Dec 2099", market: "Future", tickSize: "0.25" },
  ...{ timeZone: "America/Chicago", quote: testQuote({ last: "7572.75" }) },
  assetClass: "future",
} as const;

const corn = {
  ...{ ...eMini, symbol: "ZCZ99", name: "Corn Dec 2099", tickSize: "0.0025", priceDigits: 4 },
  quote: testQuote({ last: "5.0700" }),
};

const delivered = {
  ...{ firstNoticeDay: "2099-11-30", lastOpenDay: "2099-11-27" },
  ...{ isCashSettled: false, multiplier: "5000" },
  ...{ previousSettle: "5.0550", openInterest: "2289006", openInterestChange: "350128" },
};

const meta = {
  title: "Figures/Contract",
  component: ContractCard,
  decorators: [(Story) => <div className="w-[358px]">{Story()}</div>],
} satisfies Meta<typeof ContractCard>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The days left depend on the current day. */
export const Cash: Story = {
  tags: ["alone"],
  args: { instrument: testDetail({ ...eMini, future: terms({}) }) },
};
export const Delivered: Story = {
  tags: ["alone"],
  args: { instrument: testDetail({ ...corn, future: terms(delivered) }) },
};
/** A contract past its last day, without open interest. */
export const Ended: Story = {
  args: {
    instrument: testDetail({
      ...eMini,
      future: terms({ lastTradeDay: "2019-12-20", openInterest: null, openInterestChange: null }),
    }),
  },
};
