import { decodeDepositMessage, decodePushedWallet } from "@/api/funds";
import { takeWallet } from "@/api/wallets";
import { decodeWithdrawalMessage } from "@/api/withdrawals";
import type { AccountTopic } from "@/push/topics";
import { takeDeposit } from "./deposits";
import { takeWithdrawal } from "./withdrawals/queries";

/** What lies in the customer's accounts, and what is summed from it. */
export const walletsTopic: AccountTopic = {
  name: "wallets",
  take: (client, data) => takeWallet(client, decodePushedWallet(data)),
  renews: ["wallets", "fundingOverview", "bill", "usable"],
};

/** The outcome of a review, the moment that the server knows it. */
export const messagesTopic: AccountTopic = {
  name: "messages",
  take(client, data) {
    const deposit = decodeDepositMessage(data);
    if (deposit) takeDeposit(client, deposit);
    const withdrawal = decodeWithdrawalMessage(data);
    if (withdrawal) takeWithdrawal(client, withdrawal);
  },
  renews: ["deposits", "withdrawals"],
};
