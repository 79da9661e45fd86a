import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";

/** How far coins are confirmed, in words; null where the server does not say. */
export function useConfirmations({ coins }: Pick<Deposit, "coins">): string | null {
  const { t } = useTranslation(["funds", "deposits"]);
  if (coins?.confirmations == null || coins.needed === null) return null;
  // A block more says nothing new, once there are enough.
  if (coins.confirmations >= coins.needed) {
    return t("funds:deposit.confirmations", { count: coins.confirmations });
  }
  return t("deposits:confirmed", { so: coins.confirmations, needed: coins.needed });
}
