import { decodePushedOrder } from "@/api/orders";
import type { AccountTopic } from "@/push/topics";
import { filledOf, forgetOrders, nameOf, takeOrder } from "./queries";
import { tellFill } from "./tellFill";

/** Pushes of the customer's orders; a fill is reported on every screen. */
export const ordersTopic: AccountTopic = {
  name: "orders",
  take(client, data) {
    const order = decodePushedOrder(data);
    const before = filledOf(client, order.id);
    takeOrder(client, order);
    void tellFill(order, before, () => nameOf(client, order));
  },
  renews: ["orders"],
  forget: forgetOrders,
};
