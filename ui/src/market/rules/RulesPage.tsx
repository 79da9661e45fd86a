import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { type InstrumentRules, instrumentRules } from "@/api/rules";
import { useNavigation } from "@/navigation";
import { classOf } from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { groupOfRule, ruleGroups } from "@/products/ruleTexts";
import type { RulesQuery } from "@/screenQueries";
import { to } from "@/screens";
import {
  Button,
  Card,
  CardSkeletons,
  EmptyState,
  Field,
  Page,
  QueryView,
  SectionTitle,
  TopBar,
} from "@/ui";
import { MarketFirst } from "../MarketFirst";
import { RuleCard } from "./RuleCard";

function Groups({ rules, currency }: InstrumentRules) {
  const { t } = useTranslation("rules");
  if (rules.length === 0) return <EmptyState icon={Scale} text={t("none")} />;
  return ruleGroups.map((group) => {
    const own = rules.filter((rule) => groupOfRule(rule.rule) === group);
    return own.length > 0 ? (
      <section key={group}>
        <SectionTitle>{t(`group.${group}`)}</SectionTitle>
        {group === "breakers" ? (
          <p className="-mt-1 mb-2 px-1 text-small text-ink-2">{t("breakersAreTold")}</p>
        ) : null}
        <Card className="py-0">
          {own.map((rule) => (
            <RuleCard key={`${rule.rule} ${rule.about}`} rule={rule} currency={currency} />
          ))}
        </Card>
      </section>
    ) : null;
  });
}

function Rules({ listing, asked }: { listing: Listing; asked: RulesQuery }) {
  const { t } = useTranslation("rules");
  const { open } = useNavigation();
  const query = useQuery(instrumentRules(listing, asked.at));
  const show = (at: string | undefined) =>
    open(to("rules", { code: listing.symbol, market: listing.market, name: asked.name, at }), {
      replace: true,
    });
  const known = useQuery(instrumentDetail(listing)).data;
  const named = {
    ...listing,
    name: known?.name ?? asked.name,
    assetClass: classOf(listing.market),
  };
  const today = query.data?.today;
  return (
    <Page top={<TopBar />} onRefresh={query.refetch}>
      <h2 className="pb-3 text-title font-semibold">
        <InstrumentTitle of={named} />
      </h2>
      <Field
        type="date"
        label={t("inForceOn")}
        hint={t("dayOfMarket")}
        value={asked.at ?? today ?? ""}
        onChange={({ target }) => show(target.value || undefined)}
        end={
          asked.at && asked.at !== today ? (
            <Button look="ghost" onClick={() => show(undefined)}>
              {t("today")}
            </Button>
          ) : undefined
        }
      />
      <QueryView query={query} skeleton={<CardSkeletons />}>
        {(rules) => <Groups {...rules} />}
      </QueryView>
    </Page>
  );
}

/** Every rule for trading an instrument, on any day: its terms, its period, and its source. */
export default function RulesPage(asked: RulesQuery) {
  return (
    <MarketFirst {...asked}>{(listing) => <Rules listing={listing} asked={asked} />}</MarketFirst>
  );
}
