import type { Meta, StoryObj } from "@storybook/react-vite";
import { instrumentKey } from "@/api/keys";
import { dayAhead, eMini, esEnd, esPosition, futureTerms, goldPosition } from "@/test/futures";
import { seeded } from "@/test/seeded";
import { HoldingCard } from "../HoldingCard";
import { MarginFacts } from "../margin/MarginFacts";
import { PositionCard } from "../PositionCard";
import { holdings } from "../queries";
import ExpiryCalendar from "./ExpiryCalendar";

const index = esPosition({
  future: esEnd({ lastTradeDay: dayAhead(20), lastOpenDay: dayAhead(20) }),
});
const metal = goldPosition({
  future: esEnd({
    ...{ settledProfit: "-1050.00", settlementPrice: "4296.5", maintenance: "20000.00" },
    ...{ lastTradeDay: dayAhead(88), lastOpenDay: dayAhead(4), rollTo: "GCJ99" },
  }),
});

const MARGIN = {
  leverage: null,
  mark: "7572.50",
  liquidationPrice: null,
  level: null,
  removable: "1240.00",
};

const gold = {
  ...eMini({ symbol: "GCG99", name: "Gold Feb 2099" }),
  future: futureTerms({ isCashSettled: false }),
};

const meta = {
  title: "Lists/Future",
  component: HoldingCard,
  args: { position: index },
  tags: ["alone"],
  decorators: [
    (Story) => <div className="w-[358px]">{Story()}</div>,
    seeded(
      [holdings.queryKey, [index]],
      [instrumentKey(eMini()), eMini()],
      [instrumentKey(gold), gold],
    ),
  ],
} satisfies Meta<typeof HoldingCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Holding: Story = {};
export const ShortHolding: Story = { args: { position: metal } };
/** A contract that ends in three days, in which nothing is opened any more. */
export const Ending: Story = {
  args: {
    position: goldPosition({
      future: esEnd({
        ...{ lastTradeDay: dayAhead(3), lastOpenDay: dayAhead(0), rollTo: "GCJ99" },
      }),
    }),
  },
};
/** A position whose margin is less than maintenance. */
export const Called: Story = {
  args: { position: esPosition({ future: esEnd({ marginCall: "4134.19", rollTo: null }) }) },
};
export const OnTheQuote: Story = {
  render: () => <PositionCard listing={eMini()} quote={eMini().quote} />,
};
export const Detail: Story = {
  render: ({ position }) => <MarginFacts position={position} margin={MARGIN} />,
};
export const Calendar: Story = {
  render: () => <ExpiryCalendar positions={[index, metal]} />,
};
