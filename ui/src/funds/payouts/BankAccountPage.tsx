import type { PayoutQuery } from "@/screenQueries";
import { PayoutPage } from "./PayoutPage";

/** A saved bank account for withdrawals. */
export default function BankAccountPage({ id }: PayoutQuery) {
  return <PayoutPage kind="card" id={id} />;
}
