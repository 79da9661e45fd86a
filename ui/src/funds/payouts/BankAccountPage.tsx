import type { PayoutQuery } from "@/screenQueries";
import { PayoutPage } from "./PayoutPage";

/** A bank account that money can be sent to. */
export default function BankAccountPage({ id }: PayoutQuery) {
  return <PayoutPage kind="card" id={id} />;
}
