import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { assetLists, listTypes, offerLists } from "@/choices/lists";
import { partsOf } from "@/choices/parts";
import type { ListQuery } from "@/screenQueries";
import { to } from "@/screens";
import { Card, classes, Page, SectionTitle, TopBar } from "@/ui";
import { Link } from "@/ui/Link";
import { MarketButtons } from "./MarketButtons";
import { partName, partsLabel } from "./partName";
import { listAddress, ofAssets, offerAddress, useFilters } from "./useFilters";
import { useOpenList } from "./useOpenList";

/** Loaded lazily: it is below everything else. */
const NewestNews = lazy(() => import("@/news/NewestNews"));

function Choice({ to, text, isChosen }: { to: string; text: string; isChosen: boolean }) {
  return (
    <Link
      to={to}
      data-row
      aria-current={isChosen ? "true" : undefined}
      className={classes(
        "-mx-2 flex min-h-8 items-center rounded-control px-2 text-note font-medium",
        isChosen ? "bg-sunken text-ink" : "text-ink-2",
      )}
    >
      {text}
    </Link>
  );
}

interface ChoicesProps {
  label: string;
  /** Heading of the choices; the page's title is that of the first. */
  title?: ReactNode;
  children: ReactNode;
}

function Choices({ label, title, children }: ChoicesProps) {
  return (
    <nav aria-label={label}>
      {title}
      <Card className="py-1">{children}</Card>
    </nav>
  );
}

/** The filters pane of the Markets tab in a workspace: assets, list, part, and other screens. */
export default function MarketFiltersPane(asked: ListQuery) {
  const { t } = useTranslation("market");
  const { t: kinds } = useTranslation("kinds");
  const { t: offers } = useTranslation("offers");
  const { t: sectors } = useTranslation("sectors");
  const { wanted } = useFilters(asked);
  const { assets, type, part } = wanted;
  const parts = partsOf(assets);
  const open = useOpenList(asked);
  return (
    <Page top={<TopBar end={<MarketButtons />} />}>
      <Choices label={t("class.label")}>
        {assetLists.map((value) => (
          <Choice
            key={value}
            to={listAddress(ofAssets(wanted, value))}
            text={t(`class.${value}`)}
            isChosen={open === "list" && value === assets}
          />
        ))}
        <hr className="my-1 border-line" />
        {offerLists.map((value) => (
          <Choice
            key={value}
            to={offerAddress(value)}
            text={offers(`title.${value}`)}
            isChosen={value === open}
          />
        ))}
        <Choice to={to("sectors")} text={sectors("title")} isChosen={open === "sectors"} />
      </Choices>
      {open === "list" ? (
        <Choices label={t("list.label")} title={<SectionTitle>{t("list.label")}</SectionTitle>}>
          {(["all", ...listTypes] as const).map((value) => (
            <Choice
              key={value}
              to={listAddress({ ...wanted, type: value })}
              text={t(`list.${value}`)}
              isChosen={value === type}
            />
          ))}
        </Choices>
      ) : null}
      {parts.length > 0 && open === "list" ? (
        <Choices
          label={partsLabel(kinds, assets)}
          title={<SectionTitle>{partsLabel(kinds, assets)}</SectionTitle>}
        >
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
