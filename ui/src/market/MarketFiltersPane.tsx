import { useTranslation } from "react-i18next";
import type { ListQuery } from "@/screenQueries";
import { Card, classes, Page, SectionTitle, TopBar } from "@/ui";
import { Link } from "@/ui/Link";
import { exchanges, listTypes } from "./queries";
import { SearchButton } from "./SearchButton";
import { listAddress, useFilters } from "./useFilters";

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

/** Of the Markets tab in a workspace: which list, and of which exchange. */
export default function MarketFiltersPane(asked: ListQuery) {
  const { t } = useTranslation("market");
  const { type, exchange } = useFilters(asked);
  return (
    <Page top={<TopBar end={<SearchButton />} />}>
      <nav aria-label={t("list.label")}>
        <SectionTitle>{t("list.label")}</SectionTitle>
        <Card className="py-2">
          {(["all", ...listTypes] as const).map((value) => (
            <Choice
              key={value}
              to={listAddress({ type: value, exchange })}
              text={t(`list.${value}`)}
              isChosen={value === type}
            />
          ))}
        </Card>
      </nav>
      <nav aria-label={t("exchange.label")}>
        <SectionTitle>{t("exchange.label")}</SectionTitle>
        <Card className="py-2">
          {(["", ...exchanges] as const).map((value) => (
            <Choice
              key={value}
              to={listAddress({ type, exchange: value })}
              text={value || t("exchange.all")}
              isChosen={value === exchange}
            />
          ))}
        </Card>
      </nav>
    </Page>
  );
}
