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

/** All topics of a customer's account. A capability with a topic adds a line. */
const TOPICS: readonly AccountTopic[] = [
  ...[ordersTopic, positionsTopic, walletsTopic, messagesTopic],
  inboxTopic,
];

/** Keeps a customer's orders, holdings and money on all screens in step with the server while they are logged in. */
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
  // Opens the address of a notification that was pressed.
  useEffect(() => platform.onNoticePressed((address) => open(address)), [open]);
  return null;
}
