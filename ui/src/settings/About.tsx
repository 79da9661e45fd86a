import { useTranslation } from "react-i18next";
import { useServerFacts } from "@/api/serverFacts";
import { Card, KeyValue, KeyValues, NO_VALUE, SectionTitle } from "@/ui";

/** The name of the built-in market for `sim` with or without a seed; any other feed by its own name. */
const feedName = (feed: string, simulated: string) => (/^sim(:|$)/.test(feed) ? simulated : feed);

/** The server's facts about itself. */
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
            {facts ? t(`about.modes.${facts.mode === "live" ? "live" : "paper"}`) : NO_VALUE}
          </KeyValue>
          <KeyValue label={t("about.feed")}>
            {facts ? feedName(facts.feed, t("about.simulated")) : NO_VALUE}
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
