import { decodePositionChange } from "@/api/positions";
import type { AccountTopic } from "@/push/topics";
import { takePosition } from "./queries";

/** What the customer holds. */
export const positionsTopic: AccountTopic = {
  name: "positions",
  take: (client, data) => takePosition(client, decodePositionChange(data)),
  renews: ["positions"],
};
