import { decodeInboxMessage } from "@/api/inbox";
import type { AccountTopic } from "@/push/topics";
import { takeRead, takeTold } from "./queries";

/** New and read notices, from here or another device. The topic has other messages too. */
export const inboxTopic: AccountTopic = {
  name: "messages",
  take(client, data) {
    const news = decodeInboxMessage(data);
    if (news?.what === "told") takeTold(client, news.unread);
    if (news?.what === "read") takeRead(client, news.ids, news.unread);
  },
  renews: ["inbox"],
};
