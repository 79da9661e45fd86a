/** The lists of the Trade tab, in the order of the screen, with their numbers in addresses. */
export const TRADE_TABS = { holdings: 0, orders: 2, history: 3, closed: 1 } as const;
export type TradeTab = keyof typeof TRADE_TABS;
