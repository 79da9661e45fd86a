import { useTranslation } from "react-i18next";
import { platform } from "@/platform";
import { Card, ListRow, SectionTitle } from "@/ui";
import { chooseServer } from "./server/joining";

/** The server of the native app, and the way to another. In a browser the page's own origin is the server. */
export function ServerAddress() {
  const { t } = useTranslation("settings");
  if (!platform.servers) return null;
  return (
    <section>
      <SectionTitle>{t("server.title")}</SectionTitle>
      <Card className="py-1">
        <ListRow
          title={t("server.change")}
          subtitle={<span className="break-all">{platform.serverAddress()}</span>}
          onClick={chooseServer}
        />
      </Card>
    </section>
  );
}
