import type { MoneyAction } from "@/api/moneyAction";
import { announceDeposit, cancelDeposit, transferMoney } from "@/funds/calls";
import { releaseSuspense, sendTestPayment } from "@/funds/coins/calls";
import { cancelWithdrawal, requestWithdrawal } from "@/funds/withdrawals/calls";
import { amendOrder, cancelOrder, closePosition, placeOrders } from "@/orders/calls";
import { addMargin, protect, setLeverage } from "@/positions/calls";

// biome-ignore lint/suspicious/noExplicitAny: each action reads the bodies that it has written
export type AnyAction = MoneyAction<any, any>;

/** All money actions: one that is not answered is found here by its name after the app was closed. */
export const moneyActions: readonly AnyAction[] = [
  ...placeOrders,
  closePosition,
  amendOrder,
  cancelOrder,
  transferMoney,
  announceDeposit,
  cancelDeposit,
  releaseSuspense,
  sendTestPayment,
  requestWithdrawal,
  cancelWithdrawal,
  addMargin,
  setLeverage,
  protect,
];
