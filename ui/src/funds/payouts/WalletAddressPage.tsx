import type { PayoutQuery } from "@/screenQueries";
import { PayoutPage } from "./PayoutPage";

/** An address that digital currency can be sent to. */
export default function WalletAddressPage({ id }: PayoutQuery) {
  return <PayoutPage kind="wallet" id={id} />;
}
