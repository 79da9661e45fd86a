import { WithdrawPage } from "./WithdrawPage";

/** Sends money to a bank account. */
export default function WithdrawCardPage() {
  return <WithdrawPage kind="card" />;
}
