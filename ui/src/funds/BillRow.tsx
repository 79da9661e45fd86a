import { useTranslation } from "react-i18next";
import type { BillEntry } from "@/api/funds";
import { formatMoney, formatSigned, ListRow } from "@/ui";
import { formatClock } from "@/ui/time";
import { isWalletType } from "./walletTypes";

/** The server's note with the account codes of a transfer, `BALANCE → STOCK`, as their names. */
function useNote({ note, amount, currency }: BillEntry): string {
  const { t } = useTranslation("funds");
  if (note === `${amount} ${currency}`) return "";
  return note
    .split(" ")
    .map((word) => (isWalletType(word) ? t(`wallet.${word}`) : word))
    .join(" ");
}

/** What moved, when and in which account, and what the account had afterwards. */
export function BillRow({ entry }: { entry: BillEntry }) {
  const { t, i18n } = useTranslation("funds");
  const { kind, wallet, amount, currency, balanceAfter, at } = entry;
  const note = useNote(entry);
  const clock = formatClock(at, i18n.language);
  return (
    <ListRow
      title={t(`bill.kind.${kind}`, { defaultValue: kind })}
      subtitle={
        <>
          {note ? <span className="block">{note}</span> : null}
          {clock}
          {kind === "transfer" ? null : ` · ${t(`wallet.${wallet}`)}`}
        </>
      }
      end={
        <>
          <span className="block whitespace-nowrap">
            <span className="font-semibold">{formatSigned(amount)}</span>{" "}
            <span className="text-caption text-ink-2">{currency}</span>
          </span>
          <span className="block text-caption whitespace-nowrap text-ink-2">
            {t("bill.after", { amount: formatMoney(balanceAfter) })}
          </span>
        </>
      }
    />
  );
}
