import { decodePushedOrder } from "@/api/orders";
import type { AccountTopic } from "@/push/topics";
import { filledOf, takeOrder } from "./queries";
import { tellFill } from "./tellFill";

/** What becomes of the customer's orders; a fill is told wherever they are. */
export const ordersTopic: AccountTopic = {
  name: "orders",
  take(client, data) {
    const order = decodePushedOrder(data);
    const before = filledOf(client, order.id);
    takeOrder(client, order);
    void tellFill(order, before);
  },
  renews: ["orders"],
};
