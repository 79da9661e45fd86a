import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { families } from "@/api/keys";
import { messagesTopic, walletsTopic } from "@/funds/topics";
import { inboxTopic } from "@/inbox/topic";
import { useNavigation } from "@/navigation";
import { ordersTopic } from "@/orders/topic";
import { platform } from "@/platform";
import { positionsTopic } from "@/positions/topic";
import { push } from "@/push/client";
import type { AccountTopic } from "@/push/topics";

/** Every topic of a customer's own. A capability that brings one adds a line. */
const TOPICS: readonly AccountTopic[] = [
  ...[ordersTopic, positionsTopic, walletsTopic, messagesTopic],
  inboxTopic,
];

/** Keeps all that shows a customer's orders, holdings and money in step with the server, for as long as they are here. */
export default function AccountStream() {
  const client = useQueryClient();
  const { open } = useNavigation();
  useEffect(() => {
    const leave = TOPICS.map(({ name, take, renews }) =>
      push.subscribe(
        name,
        {
          message: (data) => take(client, data),
          resync: () => {
            for (const family of renews) {
              void client.invalidateQueries({ queryKey: families[family] });
            }
          },
        },
        { own: true },
      ),
    );
    return () => {
      for (const end of leave) end();
      for (const { forget } of TOPICS) forget?.();
    };
  }, [client]);
  // What a notification was about that the customer has pressed.
  useEffect(() => platform.onNoticePressed((address) => open(address)), [open]);
  return null;
}
