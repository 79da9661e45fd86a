import type { ActionName, MoneyAction, PlacingCall } from "@/api/moneyAction";
import type { Unanswered } from "@/api/unanswered";
import type { TicketCall } from "@/trade/forms";
import { releaseSuspense, sendTestPayment } from "./coins";
import { announceDeposit, cancelDeposit, transferMoney } from "./funds";
import { amendOrder, cancelOrder, closePosition, placeOrders } from "./orders";
import { addMargin, protect, removeMargin, rollFuture, setLeverage, setRefill } from "./positions";
import { cancelWithdrawal, requestWithdrawal } from "./withdrawals";

// biome-ignore lint/suspicious/noExplicitAny: each action reads the bodies that it has written
export type AnyAction = MoneyAction<any, any>;

/** The action of each call that places orders. */
const placing = Object.fromEntries(
  Object.values(placeOrders).map((action) => [action.name, action]),
) as Record<TicketCall, AnyAction>;

/** The calls of all money actions. A call that places orders has one once a ticket makes it. */
type Name = Exclude<ActionName, PlacingCall> | TicketCall;

/** All money actions: one that is not answered is found here by its name after the app was closed. */
export const moneyActions: Record<Name, AnyAction> = {
  ...placing,
  "/position/flatPosition": closePosition,
  "/orders/amend": amendOrder,
  "/orders/cancel": cancelOrder,
  "/wallet/transfer": transferMoney,
  "/recharge/create": announceDeposit,
  "/recharge/cancel": cancelDeposit,
  "/recharge/releaseSuspense": releaseSuspense,
  "/recharge/simulate": sendTestPayment,
  "/withdrawal/withdrawal-apply": requestWithdrawal,
  "/withdrawal/cancel": cancelWithdrawal,
  "/position/addPositionMargin": addMargin,
  "/position/removeMargin": removeMargin,
  "/position/marginRefill": setRefill,
  "/position/leverage": setLeverage,
  "/position/protect": protect,
  "/position/roll": rollFuture,
};

/** The action of an unanswered try; undefined for one that an earlier release sent and this one has no more. */
export const actionOf = ({ action }: Unanswered): AnyAction | undefined =>
  Object.hasOwn(moneyActions, action) ? moneyActions[action as Name] : undefined;
