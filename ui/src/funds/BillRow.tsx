import { useTranslation } from "react-i18next";
import type { BillEntry } from "@/api/types";
import { formatMoney, ListRow, SignedText } from "@/ui";
import { formatClock } from "@/ui/time";
import { isWalletType } from "./walletTypes";

const KINDS = ["deposit", "transfer", "trade_buy", "trade_sell", "fee"] as const;
type Kind = (typeof KINDS)[number];

const isKnown = (kind: string): kind is Kind => KINDS.some((known) => known === kind);

/** What moved, when and in which account, and what the account had afterwards. */
export function BillRow({ entry }: { entry: BillEntry }) {
  const { t, i18n } = useTranslation("funds");
  const { kind, walletType, amount, currency, balanceAfter, createTimeTimestamp, note } = entry;
  // A transfer's note names the two accounts by their codes: `BALANCE → STOCK`.
  const about = note
    .split(" ")
    .map((word) => (isWalletType(word) ? t(`wallet.${word}`) : word))
    .join(" ");
  const time = formatClock(createTimeTimestamp, i18n.language);
  return (
    <ListRow
      title={isKnown(kind) ? t(`bill.kind.${kind}`) : kind}
      subtitle={[time, t(`wallet.${walletType}`), about].filter(Boolean).join(" · ")}
      end={
        <>
          <span className="block">
            <SignedText value={amount} className="font-semibold" />{" "}
            <span className="text-caption text-ink-2">{currency}</span>
          </span>
          <span className="block text-caption text-ink-2">
            {t("bill.after", { amount: formatMoney(balanceAfter) })}
          </span>
        </>
      }
    />
  );
}
