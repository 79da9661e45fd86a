import { useTranslation } from "react-i18next";
import type { BillEntry } from "@/api/bill";
import { isWalletType } from "@/choices/walletTypes";
import { classPaidFrom, formatPriceOf } from "@/products";
import { formatDecimal, formatMoney, formatSigned, ListRow, Own, useOwnText } from "@/ui";
import { formatClock } from "@/ui/time";
import { type Movement, rateOf, sidesOf } from "./movements";

function Amount({ text, currency }: { text: string; currency: string }) {
  return (
    <span className="block whitespace-nowrap">
      <span className="font-semibold">
        <Own>{text}</Own>
      </span>{" "}
      <span className="text-caption text-ink-2">{currency}</span>
    </span>
  );
}

/** The amount of a transfer: one figure within a currency, two across. */
function TransferAmount({ main, arrived }: Movement) {
  if (!arrived) return <Amount text={formatSigned(main.amount)} currency={main.currency} />;
  if (arrived.currency === main.currency) {
    return <Amount text={formatMoney(arrived.amount)} currency={main.currency} />;
  }
  return (
    <>
      <Amount text={formatSigned(main.amount)} currency={main.currency} />
      <Amount text={formatSigned(arrived.amount)} currency={arrived.currency} />
    </>
  );
}

function TransferRow({ movement }: { movement: Movement }) {
  const { t, i18n } = useTranslation("funds");
  const { main, arrived, balanceAfter } = movement;
  const sides = sidesOf(movement, isWalletType);
  const name = t("bill.kind.transfer");
  const rate = rateOf(main);
  return (
    <ListRow
      title={
        sides
          ? t("bill.between", { from: t(`wallet.${sides.from}`), to: t(`wallet.${sides.to}`) })
          : name
      }
      subtitle={[
        sides ? name : null,
        rate ? `@ ${formatDecimal(rate)}` : null,
        formatClock(main.at, i18n.language),
      ]
        .filter(Boolean)
        .join(" · ")}
      end={
        <>
          <TransferAmount {...movement} />
          {arrived ? null : <After balance={balanceAfter} />}
        </>
      }
    />
  );
}

function After({ balance }: { balance: string }) {
  const { t } = useTranslation("funds");
  return (
    <span className="block text-caption whitespace-nowrap text-ink-2">
      {t("bill.balance")} <Own>{formatMoney(balance)}</Own>
    </span>
  );
}

/** True for kinds whose notes are about money only: their numbers are formatted. */
const isOfMoney = (kind: string) => /deposit|withdrawal|suspense/.test(kind);

/** The server's note with its amounts hidden like others: for a trade all figures but its code, the first word. */
function noteOf({ note, kind, wallet }: BillEntry, own: (text: string) => string): string {
  const isCode = (at: number) => at === 0 && kind.startsWith("trade");
  const [symbol = ""] = note.split(" ");
  const written = (word: string, before: string | undefined) => {
    if (isOfMoney(kind)) return formatMoney(word);
    // The server writes prices with two decimals at least; some contracts have fewer.
    const assetClass = before === "@" ? classPaidFrom(wallet) : undefined;
    return assetClass ? formatPriceOf({ assetClass, symbol }, word) : word;
  };
  // The server writes both directions of a withdrawal alike; for a return the arrow is reversed.
  const way = kind === "withdrawal_return" ? note.replace("→", "←") : note;
  const words = way.split(" ");
  return words
    .map((word, at) =>
      /^\d[\d.,]*$/.test(word) && !isCode(at) ? own(written(word, words[at - 1])) : word,
    )
    .join(" ");
}

/** A movement: its kind, time and account, its fees, and the balance after it. */
export function BillRow({ movement }: { movement: Movement }) {
  const { t, i18n } = useTranslation("funds");
  const { main, amount, fees, balanceAfter } = movement;
  const { kind, wallet, currency, note } = main;
  const own = useOwnText();
  if (kind === "transfer") return <TransferRow movement={movement} />;
  // The server's note on a deposit is its amount, which the row shows already.
  const hasNote = note !== "" && note !== `${main.amount} ${currency}`;
  return (
    <ListRow
      title={t(`bill.kind.${kind}`, { defaultValue: kind })}
      subtitle={
        <>
          {hasNote || fees ? (
            <span className="num block">
              {[
                hasNote ? noteOf(main, own) : null,
                fees ? t("bill.withFees", { amount: own(formatMoney(fees)) }) : null,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          ) : null}
          {formatClock(main.at, i18n.language)} · {t(`wallet.${wallet}`)}
        </>
      }
      end={
        <>
          <Amount text={formatSigned(amount)} currency={currency} />
          <After balance={balanceAfter} />
        </>
      }
    />
  );
}
