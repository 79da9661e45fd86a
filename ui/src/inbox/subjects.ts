import {
  ArrowUpDown,
  ArrowUpRight,
  Bell,
  Landmark,
  type LucideIcon,
  Plus,
  Scale,
  ShieldCheck,
  UserRound,
  Wallet,
} from "lucide-react";
import type { Notice, NoticeSubject } from "@/api/inbox";
import { to } from "@/screens";

/** The icon of a notice's subject, as in the account menu. */
export const ICONS: Record<NoticeSubject, LucideIcon> = {
  order: ArrowUpDown,
  deposit: Plus,
  withdrawal: ArrowUpRight,
  position: Scale,
  security: ShieldCheck,
  payout: Landmark,
  identity: UserRound,
  wallet: Wallet,
  other: Bell,
};

/** The screen of a notice's subject; null if this UI does not know the subject. */
export function addressOf({ subject, subjectId, instrument }: Notice): string | null {
  switch (subject) {
    case "order":
      return subjectId ? to("tradeDetail", { type: "order", id: subjectId }) : to("trade");
    case "position":
      return subjectId && instrument
        ? to("tradeDetail", {
            type: "holding",
            id: subjectId,
            code: instrument.symbol,
            market: instrument.market,
          })
        : to("trade");
    case "deposit":
      return to("depositRecord");
    case "withdrawal":
      return subjectId ? to("withdrawal", { id: subjectId }) : to("withdrawCard");
    case "security":
      return to("security");
    case "payout":
      return to("payouts");
    case "identity":
      return to("kyc");
    case "wallet":
      return to("transactions");
    case "other":
      return null;
  }
}
