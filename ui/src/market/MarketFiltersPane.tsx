import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { ListQuery } from "@/screenQueries";
import { Card, classes, Page, SectionTitle, TopBar } from "@/ui";
import { Link } from "@/ui/Link";
import { assetLists, listTypes, offerLists } from "./lists";
import { MarketButtons } from "./MarketButtons";
import { partName, partsLabel } from "./partName";
import { partsOf } from "./parts";
import { SectorsRow } from "./sectors/SectorsButton";
import { listAddress, ofAssets, offerAddress, useFilters } from "./useFilters";

/** It stands below everything else, and comes after it. */
const NewestNews = lazy(() => import("@/news/NewestNews"));

function Choice({ to, text, isChosen }: { to: string; text: string; isChosen: boolean }) {
  return (
    <Link
      to={to}
      data-row
      aria-current={isChosen ? "true" : undefined}
      className={classes(
        "-mx-2 flex min-h-11 items-center rounded-control px-2 text-note font-medium",
        isChosen ? "bg-sunken text-ink" : "text-ink-2",
      )}
    >
      {text}
    </Link>
  );
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <SectionTitle>{label}</SectionTitle>
      <Card className="py-2">{children}</Card>
    </nav>
  );
}

/** Of the Markets tab in a workspace: of which assets, which list, and which part of it. */
export default function MarketFiltersPane(asked: ListQuery) {
  const { t } = useTranslation("market");
  const { t: kinds } = useTranslation("kinds");
  const { t: offers } = useTranslation("offers");
  const { wanted } = useFilters(asked);
  const { assets, type, part } = wanted;
  const parts = partsOf(assets);
  return (
    <Page top={<TopBar end={<MarketButtons />} />}>
      <Choices label={t("class.label")}>
        {assetLists.map((value) => (
          <Choice
            key={value}
            to={listAddress(ofAssets(wanted, value))}
            text={t(`class.${value}`)}
            isChosen={!asked.offer && value === assets}
          />
        ))}
        {offerLists.map((value) => (
          <Choice
            key={value}
            to={offerAddress(value)}
            text={offers(`title.${value}`)}
            isChosen={value === asked.offer}
          />
        ))}
      </Choices>
      <SectorsRow />
      {asked.offer ? null : (
        <Choices label={t("list.label")}>
          {(["all", ...listTypes] as const).map((value) => (
            <Choice
              key={value}
              to={listAddress({ ...wanted, type: value })}
              text={t(`list.${value}`)}
              isChosen={value === type}
            />
          ))}
        </Choices>
      )}
      {parts.length > 0 && !asked.offer ? (
        <Choices label={partsLabel(kinds, assets)}>
          {(["", ...parts] as const).map((value) => (
            <Choice
              key={value}
              to={listAddress({ ...wanted, part: value })}
              text={partName(kinds, value, assets)}
              isChosen={value === part}
            />
          ))}
        </Choices>
      ) : null}
      <Suspense fallback={null}>
        <NewestNews />
      </Suspense>
    </Page>
  );
}
