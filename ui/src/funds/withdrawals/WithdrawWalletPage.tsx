import { WithdrawPage } from "./WithdrawPage";

/** Withdraws money to an address of digital currency. */
export default function WithdrawWalletPage() {
  return <WithdrawPage kind="wallet" />;
}
