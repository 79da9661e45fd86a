import { useTranslation } from "react-i18next";
import type { Receipt } from "@/api/orders";
import {
  add,
  Card,
  formatDecimal,
  formatMoney,
  formatPrice,
  formatSigned,
  KeyValue,
  KeyValues,
  Own,
  SignedText,
  subtract,
  useOwnText,
} from "@/ui";
import { FeeName } from "../FeeName";

/** What was paid or received: value, each fee with its rule, and the sum that moved. */
export function MoneyLines({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation("orders");
  const own = useOwnText();
  const { fill, fees, rules } = receipt;
  const buys = fill.side === "buy";
  const total = buys ? add(fill.value, fill.fee) : subtract(fill.value, fill.fee);
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t("money.title")}</h2>
      <KeyValues>
        <KeyValue label={`${own(formatDecimal(fill.quantity))} × ${formatPrice(fill.price)}`}>
          <Own>{formatMoney(fill.value)}</Own>
        </KeyValue>
        {fees.map((fee) => (
          <KeyValue key={fee.name} label={<FeeName fee={fee} />}>
            <Own>{formatMoney(fee.amount)}</Own>
          </KeyValue>
        ))}
        {fees.length === 0 ? (
          <KeyValue label={t("cost.fees")}>
            <Own>{formatMoney(fill.fee)}</Own>
          </KeyValue>
        ) : null}
        <KeyValue label={t("money.rules")}>
          {rules.feeTable} · {rules.version}
        </KeyValue>
        <KeyValue label={t(buys ? "money.paid" : "money.received")} total>
          <Own>{formatMoney(total)}</Own> {fill.currency}
        </KeyValue>
        {fill.profit === null ? null : (
          <KeyValue label={t("money.profit")}>
            <Own>
              <SignedText value={fill.profit} className="font-semibold" />
            </Own>
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}

const HOUSE_BOOKS = ["counterparty", "fees", "bank", "exchange", "suspense"] as const;

function useAccountName() {
  const { t } = useTranslation("orders");
  return (account: string) => {
    const house = HOUSE_BOOKS.find((book) => account === `house:${book}`);
    if (house) return t(`journal.house.${house}`);
    return account === "STOCK" ? t("journal.stock") : account;
  };
}

/** The journal's postings, which sum to zero. */
export function JournalLines({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation("orders");
  const nameOf = useAccountName();
  const { journal } = receipt;
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t("journal.title")}</h2>
      <KeyValues>
        {journal.postings.map((posting, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: postings have a fixed order and no identity
          <KeyValue key={index} label={nameOf(posting.account)}>
            <Own>{formatSigned(posting.amount)}</Own> {posting.currency}
          </KeyValue>
        ))}
      </KeyValues>
      <p className="num mt-1 text-caption text-ink-2">{t("journal.number", { id: journal.id })}</p>
    </Card>
  );
}
