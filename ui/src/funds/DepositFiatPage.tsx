import type { DepositQuery } from "@/screenQueries";
import { AnnouncedDeposit } from "./AnnouncedDeposit";

/** Deposits money from a bank account. */
export default function DepositFiatPage(asked: DepositQuery) {
  return <AnnouncedDeposit kind="fiat" asked={asked} />;
}
