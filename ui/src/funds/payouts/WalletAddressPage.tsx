import type { PayoutQuery } from "@/screenQueries";
import { PayoutPage } from "./PayoutPage";

/** A saved address for withdrawals of digital currency. */
export default function WalletAddressPage({ id }: PayoutQuery) {
  return <PayoutPage kind="wallet" id={id} />;
}
