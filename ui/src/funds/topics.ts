import { decodeDepositMessage, decodePushedWallet } from "@/api/funds";
import { takeWallet } from "@/api/wallets";
import { decodeWithdrawalMessage } from "@/api/withdrawals";
import type { AccountTopic } from "@/push/topics";
import { takeDeposit } from "./deposits";
import { takeWithdrawal } from "./withdrawals/queries";

/** The customer's wallets, and the sums made of them. */
export const walletsTopic: AccountTopic = {
  name: "wallets",
  take: (client, data) => takeWallet(client, decodePushedWallet(data)),
  renews: ["wallets", "fundingOverview", "bill", "usable"],
};

/** The outcomes of reviews, as soon as the server has them. */
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
