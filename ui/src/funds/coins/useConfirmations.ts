import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";

/** The confirmations of coins, as a text alone and beside a label; null if the server does not send them. */
export function useConfirmations({ coins }: Pick<Deposit, "coins">) {
  const { t } = useTranslation(["funds", "deposits"]);
  if (coins?.confirmations == null || coins.needed === null) return null;
  // Further blocks are not counted once there are enough.
  if (coins.confirmations >= coins.needed) {
    const { confirmations } = coins;
    return {
      alone: t("funds:deposit.confirmations", { count: confirmations }),
      labelled: t("deposits:counted", { so: confirmations }),
    };
  }
  const progress = { so: coins.confirmations, needed: coins.needed };
  return {
    alone: t("deposits:confirmed", progress),
    labelled: t("deposits:countedOf", progress),
  };
}
