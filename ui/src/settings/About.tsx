import { useTranslation } from "react-i18next";
import { useServerFacts } from "@/app/serverFacts";
import { Card, KeyValue, KeyValues, NO_VALUE, SectionTitle } from "@/ui";

/** What the server says about itself. */
export function About() {
  const { t } = useTranslation("settings");
  const facts = useServerFacts().data;
  return (
    <section>
      <SectionTitle>{t("about.title")}</SectionTitle>
      <Card className="py-2">
        <KeyValues>
          <KeyValue label={t("about.version")}>{facts?.version ?? NO_VALUE}</KeyValue>
          <KeyValue label={t("about.mode")}>
            {facts ? t(`about.modes.${facts.mode}`) : NO_VALUE}
          </KeyValue>
          <KeyValue label={t("about.feed")}>
            {facts?.feed === "sim" ? t("about.simulated") : (facts?.feed ?? NO_VALUE)}
          </KeyValue>
          {facts ? (
            <KeyValue label={t("about.hours")}>
              {facts.openAroundTheClock ? t("about.aroundTheClock") : t("about.exchangeHours")}
            </KeyValue>
          ) : null}
        </KeyValues>
      </Card>
    </section>
  );
}
