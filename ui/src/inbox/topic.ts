import { decodeInboxMessage } from "@/api/inbox";
import type { AccountTopic } from "@/push/topics";
import { takeRead, takeTold } from "./queries";

/** What the customer is told and has read, here or on another device. The topic tells of other things too. */
export const inboxTopic: AccountTopic = {
  name: "messages",
  take(client, data) {
    const news = decodeInboxMessage(data);
    if (news?.what === "told") takeTold(client, news.unread);
    if (news?.what === "read") takeRead(client, news.ids, news.unread);
  },
  renews: ["inbox"],
};
