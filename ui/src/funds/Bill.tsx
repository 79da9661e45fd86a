import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText, SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { BillDay } from "@/api/bill";
import { Button, Card, EmptyState, formatSigned, Own, QueryList, SkeletonRows } from "@/ui";
import { formatDay, zoneName } from "@/ui/time";
import { BillRow } from "./BillRow";
import { bill } from "./bill";
import { type BillChoice, hiddenChoices, wholeBill } from "./billChoice";
import { DepositButton } from "./DepositButton";
import { type Movement, movementsOf } from "./movements";

interface BillProps {
  choice?: BillChoice;
  /** Removes the filters, if any is set. */
  onShowAll?: () => void;
}

/** Groups consecutive movements of one day. */
function byDate(movements: readonly Movement[]): [first: Movement, ...Movement[]][] {
  const days: [Movement, ...Movement[]][] = [];
  for (const movement of movements) {
    const last = days.at(-1);
    if (last?.[0].main.date === movement.main.date) last.push(movement);
    else days.push([movement]);
  }
  return days;
}

/** The totals of a day, one per currency, never added up across currencies. */
function DayTotals({ day }: { day: BillDay | undefined }) {
  const { t } = useTranslation("bills");
  return (
    <span className="num ml-auto flex flex-wrap justify-end gap-x-3 font-normal">
      {day?.totals.map(({ amount, currency }) => (
        <span key={currency} className="whitespace-nowrap">
          <span className="sr-only">{t("net", { currency })} </span>
          <Own>{formatSigned(amount)}</Own> {currency}
        </span>
      ))}
    </span>
  );
}

function Empty({ choice = wholeBill, onShowAll }: BillProps) {
  const { t } = useTranslation(["funds", "bills"]);
  const isChosen = Boolean(choice.wallet || choice.keyword) || hiddenChoices(choice) > 0;
  return isChosen && onShowAll ? (
    <EmptyState
      icon={SearchX}
      text={t("bills:nothing")}
      action={<Button onClick={onShowAll}>{t("bills:showAll")}</Button>}
    />
  ) : (
    <EmptyState icon={ReceiptText} text={t("funds:bill.empty")} action={<DepositButton />} />
  );
}

/** The movements of the customer's accounts, day by day, with each day's totals. */
export function Bill({ choice = wholeBill, onShowAll }: BillProps) {
  const { i18n } = useTranslation(["funds", "bills"]);
  const query = useInfiniteQuery(bill(choice));
  const days = new Map(
    query.data?.pages.flatMap((page) => page.days).map((day) => [day.date, day]),
  );
  return (
    <QueryList
      query={query}
      skeleton={<SkeletonRows rows={8} />}
      empty={<Empty choice={choice} onShowAll={onShowAll} />}
    >
      {(entries) =>
        byDate(movementsOf(entries)).map((movements) => {
          const { at, date } = movements[0].main;
          return (
            <section key={date}>
              <h2 className="mt-4 mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-small font-semibold text-ink-2">
                <span>
                  {formatDay(at, i18n.language)}{" "}
                  <span className="font-normal">{zoneName(at, i18n.language)}</span>
                </span>
                <DayTotals day={days.get(date)} />
              </h2>
              <Card className="py-1">
                {movements.map((movement) => (
                  <BillRow key={`${movement.main.id} ${movement.main.line}`} movement={movement} />
                ))}
              </Card>
            </section>
          );
        })
      }
    </QueryList>
  );
}
