import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import type { OrderCost } from "@/api/costs";
import type { NewOrder } from "@/api/orders";
import { wallets } from "@/api/wallets";
import { keptForm } from "@/forms/keptForm";
import { beginSession } from "@/session";
import { dayAhead, eMini, futureTerms } from "@/test/futures";
import { testQuote } from "@/test/instrument";
import { seeded } from "@/test/seeded";
import { testUser } from "@/test/user";
import { emptyDraft } from "@/trade/ticket";
import { OrderTicket } from "./OrderTicket";
import { preview } from "./previews";

const MARKET = { type: "market" } as const;
const orderFor = (symbol: string): NewOrder => ({
  ...{ symbol, market: "Future", side: "buy", terms: MARKET, size: { quantity: "2" } },
});

const cost: OrderCost = {
  ...{ quantity: "2", price: "7572.75", value: "757275.00", feeTotal: "4.50", held: "0.00" },
  fees: [{ name: "commission", amount: "4.50", rule: "2.25 USD a contract and side" }],
  ...{ total: "40004.50", currency: "USD", priceCurrency: "USD", buyingPower: "52310.00" },
  ...{ buyingPowerAfter: "12305.50", refusal: null, released: null },
  margin: {
    ...{ leverage: null, margin: "40000.00", maintenance: "36000.00", pipValue: null },
    ...{ spread: null, financing: null, liquidationPrice: null },
  },
};

const dollars = eMini({
  future: futureTerms({ lastTradeDay: dayAhead(20), lastOpenDay: dayAhead(20) }),
});
/** A contract of Hong Kong: its prices are in another currency than its margin. */
const hangSeng = eMini({
  ...{ symbol: "HSIZ99", name: "Hang Seng Index Dec 2099", currency: "HKD", tickSize: "1" },
  ...{ timeZone: "Asia/Hong_Kong", priceDigits: 0 },
  quote: testQuote({ last: "26105", bid: "26104", ask: "26106" }),
  future: futureTerms({ lastTradeDay: dayAhead(32), lastOpenDay: dayAhead(4) }),
});
const inDollars: OrderCost = {
  ...cost,
  ...{ price: "26106", value: "2610600.00", priceCurrency: "HKD" },
};

const wallet = {
  ...{ type: "FUTURE", currency: "USD", available: "52310.00", held: "0.00", version: 2 },
  ...{ balance: "52310.00", transferable: "52310.00", unsettled: [] },
};

/** A customer who has typed two contracts at the market. */
async function type(symbol: string): Promise<void> {
  await beginSession({ token: "token", user: testUser });
  keptForm(`ticket-Future.${symbol}-buy`, emptyDraft("buy")).keep({
    ...emptyDraft("buy"),
    ...{ type: "market", quantity: "2" },
  });
}

const phone = (Story: () => ReactNode) => (
  <div className="flex h-[1180px] w-[390px] flex-col">{Story()}</div>
);

const meta = {
  title: "Lists/Future ticket",
  component: OrderTicket,
  args: { name: "future", instrument: dollars, initialSide: "buy", positions: [] },
  tags: ["alone"],
  decorators: [
    phone,
    seeded(
      [wallets.queryKey, [wallet]],
      [preview("future", orderFor("ESZ99")).queryKey, cost],
      [preview("future", orderFor("HSIZ99")).queryKey, inDollars],
    ),
  ],
  loaders: [({ args }) => type(args.instrument?.symbol ?? "")],
} satisfies Meta<typeof OrderTicket>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Dollars: Story = {};
export const HongKong: Story = { args: { instrument: hangSeng } };
/** An order that is refused, as nothing is opened any more. */
export const Ending: Story = {
  decorators: [
    seeded(
      [wallets.queryKey, [wallet]],
      [preview("future", orderFor("ESZ99")).queryKey, { ...cost, refusal: "contract_ending" }],
    ),
  ],
};
