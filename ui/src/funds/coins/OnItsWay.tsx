import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";
import { to } from "@/screens";
import { Card, formatMoney, ListRow, Own, SectionTitle } from "@/ui";
import { Link } from "@/ui/Link";
import { deposits } from "../deposits";
import { failureWord } from "../words";
import { useConfirmations } from "./useConfirmations";

function Row({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation(["funds", "deposits"]);
  const confirmed = useConfirmations(deposit);
  const word = deposit.reason ? failureWord(deposit.reason) : null;
  return (
    <ListRow
      title={
        <span className="num">
          <Own>{formatMoney(deposit.sent.amount)}</Own> {deposit.sent.currency}
        </span>
      }
      subtitle={word ? t(`deposits:reasons.${word}`) : deposit.network}
      end={<span className="num text-small text-ink-2">{confirmed}</span>}
      href={to("depositRecord")}
    />
  );
}

/** Coins that the chains hold and that are not credited yet, or were credited just now. */
export function OnItsWay() {
  const { t } = useTranslation(["funds", "deposits"]);
  const { data } = useInfiniteQuery(deposits);
  const coming = data?.pages
    .flatMap(({ rows }) => rows)
    .filter(({ network, status }) => network !== null && status === "pending");
  return (
    <section>
      <SectionTitle end={<Link to={to("depositRecord")}>{t("record.title")}</Link>}>
        {t("deposits:onItsWay")}
      </SectionTitle>
      <Card className="py-1" aria-live="polite">
        {coming && coming.length > 0 ? (
          coming.map((deposit) => <Row key={deposit.id} deposit={deposit} />)
        ) : (
          <p className="py-3 text-note text-ink-2">{t("deposits:nothingComing")}</p>
        )}
      </Card>
    </section>
  );
}
