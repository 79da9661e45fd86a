import { decodePositionChange } from "@/api/positions";
import type { AccountTopic } from "@/push/topics";
import { forgetPositions, takePosition } from "./queries";

/** Pushes of the customer's positions. */
export const positionsTopic: AccountTopic = {
  name: "positions",
  take: (client, data) => takePosition(client, decodePositionChange(data)),
  renews: ["positions"],
  forget: forgetPositions,
};
