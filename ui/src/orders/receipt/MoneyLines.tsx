import { useTranslation } from "react-i18next";
import type { Receipt } from "@/api/receipt";
import { classPaidFrom, formatPriceOf, kindOf, ticketOf } from "@/products";
import { opens } from "@/products/words";
import {
  add,
  Card,
  formatDecimal,
  formatGain,
  formatMoney,
  KeyValue,
  KeyValues,
  Own,
  SignedText,
  subtract,
  useOwnText,
} from "@/ui";
import { FeeName } from "../FeeName";

/**
 * The money paid or received: value, each fee with its rule, and the sum moved. On margin only a profit moves; opening
 * a position pays only fees.
 */
export function MoneyLines({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation("orders");
  const own = useOwnText();
  const { fill, fees, rules } = receipt;
  const { onMargin } = kindOf(fill);
  const account = t(`account.${ticketOf(fill).wallet}`);
  const buys = fill.side === "buy";
  const isOpening = onMargin && opens(fill);
  const isSettled = fill.assetClass === "future";
  const product = [
    own(formatDecimal(fill.quantity)),
    formatPriceOf(fill, fill.price),
    // What a point is worth.
    ...(isSettled ? [formatDecimal(fill.multiplier)] : []),
  ].join(" × ");
  // On margin prices may be in another currency than the account.
  const feeCurrency = onMargin ? ` ${fill.currency}` : null;
  const total = buys ? add(fill.value, fill.fee) : subtract(fill.value, fill.fee);
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">
        {t(isOpening ? "money.opened" : "money.title")}
      </h2>
      <KeyValues>
        <KeyValue
          label={
            onMargin ? (
              <>
                {t("money.positionValue")}
                <span className="num block text-caption">{product}</span>
              </>
            ) : (
              product
            )
          }
        >
          <Own>{formatMoney(fill.value, fill.priceCurrency)}</Own>
          {onMargin ? ` ${fill.priceCurrency}` : null}
        </KeyValue>
        {fees.map((fee) => (
          <KeyValue key={fee.name} label={<FeeName fee={fee} />}>
            <Own>{formatMoney(fee.amount, fill.currency)}</Own>
            {feeCurrency}
          </KeyValue>
        ))}
        {fees.length === 0 ? (
          <KeyValue label={t("cost.fees")}>
            <Own>{formatMoney(fill.fee, fill.currency)}</Own>
            {feeCurrency}
          </KeyValue>
        ) : null}
        <KeyValue label={t("money.rules")}>
          {rules.feeTable} · {rules.version}
        </KeyValue>
        {onMargin ? null : (
          <KeyValue label={t(buys ? "money.paid" : "money.received", { account })} total>
            <Own>{formatMoney(total, fill.currency)}</Own> {fill.currency}
          </KeyValue>
        )}
        {fill.profit === null ? null : (
          <KeyValue
            // Of a future the daily settlements have paid a part, which is in journals of their own.
            label={t("money.profit", {
              context: isSettled ? "settled" : onMargin ? "closing" : undefined,
              account,
            })}
            total={onMargin}
          >
            <Own>
              <SignedText value={fill.profit} className="font-semibold" />
            </Own>
            {onMargin ? ` ${fill.currency}` : null}
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
}

const HOUSE_BOOKS = [
  "counterparty",
  "fees",
  "bank",
  "exchange",
  "suspense",
  "financing",
  "protection",
] as const;

function useAccountName() {
  const { t } = useTranslation("orders");
  return (account: string) => {
    const house = HOUSE_BOOKS.find((book) => account === `house:${book}`);
    if (house) return t(`journal.house.${house}`);
    const assetClass = classPaidFrom(account);
    if (!assetClass) return account;
    return t("journal.own", { account: t(`account.${ticketOf({ assetClass }).wallet}`) });
  };
}

/** The journal's postings, which sum to zero; nothing if no money was moved. */
export function JournalLines({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation("orders");
  const nameOf = useAccountName();
  const { journal } = receipt;
  if (journal.postings.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t("journal.title")}</h2>
      <KeyValues>
        {journal.postings.map((posting, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: postings have a fixed order and no identity
          <KeyValue key={index} label={nameOf(posting.account)}>
            <Own>{formatGain(posting.amount, posting.currency)}</Own> {posting.currency}
          </KeyValue>
        ))}
      </KeyValues>
      <p className="num mt-1 text-caption text-ink-2">{t("journal.number", { id: journal.id })}</p>
    </Card>
  );
}
