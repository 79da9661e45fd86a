import { useQuery } from "@tanstack/react-query";
import { Clock, Landmark, type LucideIcon, WalletMinimal } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payout, PayoutKind } from "@/api/payouts";
import { isSentTo, usable } from "@/api/usable";
import { formatMoment } from "@/ui";

const ICONS: Record<PayoutKind, LucideIcon> = { card: Landmark, wallet: WalletMinimal };

/** The icon of an account's kind, at the start of its row. */
export function PayoutIcon({ kind }: { kind: PayoutKind }) {
  const Icon = ICONS[kind];
  return <Icon size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />;
}

/** The end of its number and the holder's name, which distinguish accounts at one bank. */
export const PayoutEnd = ({ of: { end, details } }: { of: Payout }) => (
  <span className="num block">{[end, details.accountName].filter(Boolean).join(" · ")}</span>
);

/** `PayoutEnd`, with a note if nothing can be sent there, or only after a lock. */
export function PayoutWords({ of }: { of: Payout }) {
  const { t, i18n } = useTranslation("withdrawals");
  const sent = useQuery(usable).data?.sent;
  const { lockedUntil } = of;
  return (
    <>
      <PayoutEnd of={of} />
      {sent && !isSentTo(sent, of) ? (
        <span className="block font-medium text-caution">{t("account.notSent")}</span>
      ) : lockedUntil ? (
        <span className="inline-flex items-baseline gap-1 font-medium text-caution">
          <Clock size={12} className="shrink-0 translate-y-px" aria-hidden />
          {t("lock.row", { time: formatMoment(lockedUntil, i18n.language) })}
        </span>
      ) : null}
    </>
  );
}
