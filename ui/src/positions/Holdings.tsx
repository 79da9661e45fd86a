import { useQuery } from "@tanstack/react-query";
import { Briefcase } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Position } from "@/api/positions";
import { useQuotes } from "@/push/quotes";
import { to } from "@/screens";
import { total, valuationOf } from "@/trade/valuation";
import {
  CardSkeletons,
  EmptyState,
  formatMoney,
  LinkButton,
  Own,
  QueryList,
  SectionTitle,
  SignedText,
  toCents,
} from "@/ui";
import { type Group, groupsOf } from "./groups";
import { HoldingCard } from "./HoldingCard";
import { holdings } from "./queries";

/** Loaded lazily: few customers hold futures. */
const ExpiryCalendar = lazy(() => import("./future/ExpiryCalendar"));

interface HoldingsProps {
  /** Suggestions for a customer without holdings. */
  suggestions?: ReactNode;
  /** The holdings to list; all by default. */
  isListed?: (position: Position) => boolean;
  /** Shown if there are none, in place of the way to find some. */
  empty?: ReactNode;
}

/** The name of an account, and the sums of its holdings, in its own currency. */
function GroupHead({ group }: { group: Group }) {
  const { t } = useTranslation("positions");
  const quotes = useQuotes(group.positions);
  const values = group.positions.flatMap(
    (position, index) => valuationOf(position, quotes[index]?.last) ?? [],
  );
  const { marketValue, profit } = total(values);
  return (
    <SectionTitle
      end={
        <span className="num text-small font-normal text-ink-2">
          {group.onMargin ? null : (
            <>
              <Own>{formatMoney(toCents(marketValue), group.currency)}</Own> {group.currency}{" "}
            </>
          )}
          <Own>
            <SignedText value={toCents(profit)} className="font-semibold" />
          </Own>
          {group.onMargin ? ` ${group.currency}` : null}
        </span>
      }
    >
      {t(`group.${group.wallet}`)}
    </SectionTitle>
  );
}

/** All holdings, by account if there are several. */
export function Holdings({ suggestions, isListed, empty }: HoldingsProps) {
  const { t } = useTranslation("positions");
  const query = useQuery(holdings);
  const none = (
    <>
      <EmptyState
        icon={Briefcase}
        text={t("empty")}
        action={<LinkButton href={to("search")}>{t("find")}</LinkButton>}
      />
      {suggestions}
    </>
  );
  return (
    <QueryList
      query={isListed && query.data ? { ...query, data: query.data.filter(isListed) } : query}
      skeleton={<CardSkeletons />}
      empty={empty ?? none}
    >
      {(rows) => {
        const groups = groupsOf(rows);
        const isNamed = !isListed && (groups.length > 1 || groups[0]?.wallet !== "STOCK");
        return groups.map((group) => (
          <section key={group.wallet}>
            {isNamed ? <GroupHead group={group} /> : null}
            {group.positions.map((position) => (
              <HoldingCard key={position.id} position={position} />
            ))}
            {group.wallet === "FUTURE" ? (
              <Suspense>
                <ExpiryCalendar positions={group.positions} />
              </Suspense>
            ) : null}
          </section>
        ));
      }}
    </QueryList>
  );
}
