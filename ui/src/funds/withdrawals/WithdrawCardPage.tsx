import { WithdrawPage } from "./WithdrawPage";

/** Withdraws money to a bank account. */
export default function WithdrawCardPage() {
  return <WithdrawPage kind="card" />;
}
