import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";
import { to } from "@/screens";
import { Card, formatMoney, ListRow, Own, SectionTitle } from "@/ui";
import { Link } from "@/ui/Link";
import { deposits } from "../deposits";
import { failureWord } from "../words";
import { useConfirmations } from "./useConfirmations";

/** Coins are not pushed before they are in a block, so the list is refetched this often while shown. */
const EVERY_MS = 1_500;

/** The least number of received deposits shown; all pending ones are shown. */
const LATEST = 3;

function Row({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation(["funds", "deposits"]);
  const confirmed = useConfirmations(deposit);
  const { sent, status, network, reason } = deposit;
  const word = reason ? failureWord(reason) : null;
  return (
    <ListRow
      title={
        <span className="num">
          <Own>{formatMoney(sent.amount)}</Own> {sent.currency}
        </span>
      }
      subtitle={word ? t(`deposits:reasons.${word}`) : network}
      end={
        <span className="text-small text-ink-2">
          {status === "pending" ? (confirmed?.alone ?? t("record.waiting")) : t(`record.${status}`)}
        </span>
      }
      href={to("depositRecord")}
    />
  );
}

/** The pending coins with their confirmations, and the latest received ones. */
export function Incoming() {
  const { t } = useTranslation(["funds", "deposits"]);
  const { data } = useInfiniteQuery({ ...deposits, refetchInterval: EVERY_MS });
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const coins = rows.filter(({ network }) => network !== null);
  const shown = coins.filter(({ status }, place) => status === "pending" || place < LATEST);
  return (
    <section>
      <SectionTitle
        end={
          <Link to={to("depositRecord")} className="-my-3.5 inline-flex min-h-11 items-center">
            {t("record.title")}
          </Link>
        }
      >
        {t("deposits:incoming")}
      </SectionTitle>
      <Card className="py-1" aria-live="polite">
        {shown.length > 0 ? (
          shown.map((deposit) => <Row key={deposit.id} deposit={deposit} />)
        ) : (
          <p className="py-3 text-note text-ink-2">{t("deposits:nothingIncoming")}</p>
        )}
      </Card>
    </section>
  );
}
