import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServerFacts } from "@/api/serverFacts";
import { platform } from "@/platform";
import { Card, ListRow } from "@/ui";

const KINDS = ["ios", "android", "desktop"] as const;

/** The links of an invitation: the web app, and the apps that the operator publishes. */
export function Installs() {
  const { t } = useTranslation("identity");
  const installs = useServerFacts().data?.installs;
  if (!installs) return null;
  const published = KINDS.flatMap((kind) => {
    const address = installs[kind];
    return address ? [{ kind, address }] : [];
  });
  return (
    <section>
      {published.length > 0 ? (
        <Card className="mb-2 py-1">
          {published.map(({ kind, address }) => (
            <ListRow
              key={kind}
              start={<Download size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />}
              title={t(`share.install.${kind}`)}
              subtitle={<span className="break-all">{hostOf(address)}</span>}
              onClick={() => platform.openUrl(address)}
            />
          ))}
        </Card>
      ) : null}
      <p className="px-1 text-small text-ink-2">
        {t(published.length > 0 ? "share.apps" : "share.noApps")}
      </p>
    </section>
  );
}

/** The host of an address written by the operator, which may have a store's own scheme. */
const hostOf = (address: string) =>
  URL.canParse(address) ? new URL(address).host || address : address;
