import { api, reply, withKey } from "@/api/client";
import { decodeCost, type OrderCost } from "@/api/costs";
import { placeFuture, previewFuture } from "@/api/futureTrading";
import type { ActionName } from "@/api/moneyAction";
import { decodeOrderState, type OrderState, type SentOrder } from "@/api/orders";
import type { TicketName } from "@/products";

/** A part of the order form (`OrderForm.tsx` draws each). */
export type FormPanel =
  | "side"
  | "prices"
  | "dealing"
  | "terms"
  | "leverage"
  | "cost"
  | "settlement"
  | "available";

/** The order form of a ticket: its parts in their order, and its calls. */
interface Form<Call extends ActionName = ActionName> {
  panels: readonly FormPanel[];
  /** True if quantities are told in lots too. */
  inLots: boolean;
  /** The name of the call that places an order. */
  call: Call;
  /** The market of an order that names none. */
  market: string;
  place(body: SentOrder, key: string): Promise<OrderState>;
  preview(body: SentOrder, signal: AbortSignal): Promise<OrderCost>;
}

/** Keeps the name of the call in the type, by which `moneyActions` knows that all calls of tickets are there. */
const form = <Call extends ActionName>(given: Form<Call>) => given;

const usStock = form({
  panels: ["side", "prices", "terms", "available", "cost"],
  inLots: false,
  call: "/stock/create",
  market: "UsStock",
  place: (body, key) =>
    reply(api.POST("/stock/create", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  preview: (body, signal) => reply(api.POST("/stock/preview", { body, signal })).then(decodeCost),
});

const hkStock = form({
  panels: ["side", "prices", "terms", "available", "cost", "settlement"],
  inLots: true,
  call: "/hk/create",
  market: "HK",
  place: (body, key) =>
    reply(api.POST("/hk/create", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  preview: (body, signal) => reply(api.POST("/hk/preview", { body, signal })).then(decodeCost),
});

const forex = form({
  panels: ["dealing", "terms", "leverage", "available", "cost"],
  inLots: false,
  call: "/crude/create",
  market: "Forex",
  place: (body, key) =>
    reply(api.POST("/crude/create", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  preview: (body, signal) => reply(api.POST("/crude/preview", { body, signal })).then(decodeCost),
});

const future = form({
  panels: ["dealing", "terms", "available", "cost"],
  inLots: false,
  call: "/gold/create",
  market: "Future",
  place: placeFuture,
  preview: previewFuture,
});

const crypto = form({
  panels: ["side", "prices", "terms", "available", "cost"],
  inLots: false,
  call: "/crypto/orders/create",
  market: "Crypto",
  place: (body, key) =>
    reply(api.POST("/crypto/orders/create", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  preview: (body, signal) =>
    reply(api.POST("/crypto/orders/preview", { body, signal })).then(decodeCost),
});

/** The form of every ticket. */
export const FORMS = { usStock, hkStock, forex, future, crypto } satisfies Record<TicketName, Form>;

/** The calls of all tickets. */
export type TicketCall = (typeof FORMS)[TicketName]["call"];
