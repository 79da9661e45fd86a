import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";

/** How far coins are confirmed, by itself and beside a label that says what is counted; null where the server does not say. */
export function useConfirmations({ coins }: Pick<Deposit, "coins">) {
  const { t } = useTranslation(["funds", "deposits"]);
  if (coins?.confirmations == null || coins.needed === null) return null;
  // A block more says nothing new, once there are enough.
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
