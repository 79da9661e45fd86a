import { decodeDepositMessage, decodePushedWallet } from "@/api/funds";
import { takeWallet } from "@/api/wallets";
import type { AccountTopic } from "@/push/topics";
import { takeDeposit } from "./deposits";

/** What lies in the customer's accounts, and what is summed from it. */
export const walletsTopic: AccountTopic = {
  name: "wallets",
  take: (client, data) => takeWallet(client, decodePushedWallet(data)),
  renews: ["wallets", "fundingOverview", "bill"],
};

/** The outcome of a review, the moment that the server knows it. */
export const messagesTopic: AccountTopic = {
  name: "messages",
  take(client, data) {
    const deposit = decodeDepositMessage(data);
    if (deposit) takeDeposit(client, deposit);
  },
  renews: ["deposits"],
};
