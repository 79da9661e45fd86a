import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Transfer, WalletType } from "@/api/funds";
import type { TransferQuote } from "@/api/transferQuote";
import { useNavigation } from "@/navigation";
import { classPaidFrom, kindOf, ticketOf } from "@/products";
import type { Thing } from "@/products/kind";
import { to } from "@/screens";
import {
  Button,
  Card,
  formatDecimal,
  formatMoment,
  formatMoney,
  KeyValue,
  KeyValues,
  Own,
  Page,
  TopBar,
  useOwnText,
} from "@/ui";
import { Column, ColumnActions } from "@/ui/Column";
import { QuoteLines } from "./QuoteLines";
import { RateSource } from "./RateSource";

/** The words that lead to instruments, by what one of them is called; else those for stocks. */
const LEADS: Partial<Record<Thing, "pairAction" | "coinAction">> = {
  pair: "pairAction",
  coin: "coinAction",
};

/** Leads to the products that an account pays for; nothing for an account that pays for none. */
function Use({ account }: { account: WalletType }) {
  const { t } = useTranslation("funds");
  const { open } = useNavigation();
  const assetClass = classPaidFrom(account);
  if (!assetClass) return null;
  return (
    <Button onClick={() => open(to(ticketOf({ assetClass }).choose))}>
      {t(`steps.${LEADS[kindOf({ assetClass }).thing] ?? "tradeAction"}`)}
    </Button>
  );
}

interface TransferDoneProps {
  transfer: Transfer;
  /** The time at which the transfer was sent, if that was an earlier try without an answer. */
  since?: number;
  /** The quote of the transfer, if still known: the answer has its id, but not its cost. */
  quote?: TransferQuote | null;
  onAgain: () => void;
  /** The ticket that the money was for. */
  ticket: string | null;
}

/** The transfer as booked, with the cost from its quote. */
export function TransferDone({ transfer, since, quote, onAgain, ticket }: TransferDoneProps) {
  const { t, i18n } = useTranslation(["funds", "money"]);
  const { open, returnTo } = useNavigation();
  const own = useOwnText();
  const { sent, received, rate, status, id } = transfer;
  const [from, target] = [t(`wallet.${transfer.from}`), t(`wallet.${transfer.to}`)];
  return (
    <Page
      top={<TopBar />}
      bottom={
        ticket || classPaidFrom(transfer.to) ? (
          <ColumnActions>
            {ticket ? (
              <Button onClick={() => returnTo(ticket)}>{t("transfer.backToOrder")}</Button>
            ) : (
              <Use account={transfer.to} />
            )}
          </ColumnActions>
        ) : undefined
      }
    >
      <Column>
        <div role="status" className="flex flex-col items-center gap-2 pt-6 pb-3 text-center">
          <CircleCheck
            size={40}
            strokeWidth={1.5}
            className={status === "completed" ? "text-success" : "text-info"}
            aria-hidden
          />
          <p className="text-heading font-semibold">
            {status === "completed" ? t("transfer.done") : t("transfer.pending")}
          </p>
          {status === "completed" ? (
            <p className="text-note text-ink-2">
              {t("transfer.doneText", {
                amount: `${own(formatMoney(sent.amount))} ${sent.currency}`,
                from,
                to: target,
              })}
            </p>
          ) : null}
          {since === undefined ? null : (
            <p className="text-note text-ink-2">
              {t("money:found.transfer", { time: formatMoment(since, i18n.language) })}
            </p>
          )}
        </div>
        <Card className="py-2">
          <KeyValues>
            <KeyValue label={t("transfer.leaves", { wallet: from })}>
              <Own>{formatMoney(sent.amount)}</Own> {sent.currency}
            </KeyValue>
            {quote ? <QuoteLines quote={quote} /> : null}
            {rate && !quote ? (
              <KeyValue label={t("transfer.rate")}>
                1 {sent.currency} = {formatDecimal(rate)} {received.currency}
              </KeyValue>
            ) : null}
            <KeyValue label={t("transfer.number")}>{id}</KeyValue>
            <KeyValue total label={t("transfer.arrives", { wallet: target })}>
              <Own>{formatMoney(received.amount)}</Own> {received.currency}
            </KeyValue>
          </KeyValues>
          {quote ? <RateSource source={quote.source} /> : null}
        </Card>
        <div className="flex gap-2.5">
          <Button look="ghost" onClick={() => open(to("transactions"))}>
            {t("bill.title")}
          </Button>
          <Button look="ghost" onClick={onAgain}>
            {t("transfer.another")}
          </Button>
        </div>
      </Column>
    </Page>
  );
}
