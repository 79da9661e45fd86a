import { ExternalLink, ShieldAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServerFacts } from "@/api/serverFacts";
import { platform } from "@/platform";
import type { WebviewQuery } from "@/screenQueries";
import { Card, EmptyState, Page, Skeleton, TopBar } from "@/ui";
import { type Lead, leadOf } from "./leads";

/** The reason why a link is refused, and the allowed sites. */
function Refused({ lead, hosts }: { lead: Exclude<Lead, { to: URL }>; hosts: readonly string[] }) {
  const { t, i18n } = useTranslation("news");
  const host = "host" in lead ? lead.host : "";
  const known = new Intl.ListFormat(i18n.language).format(hosts);
  return (
    <>
      <EmptyState icon={ShieldAlert} text={t(`webview.${lead.refused}`, { host })} />
      {hosts.length > 0 ? (
        <p className="px-2 text-center text-small break-words text-ink-2">
          {t("webview.hosts", { hosts: known })}
        </p>
      ) : null}
    </>
  );
}

/** Shows the target of a link before it opens, outside of the app: no other site is shown within it. */
export default function WebviewPage({ url, title }: WebviewQuery) {
  const { t } = useTranslation("news");
  const { data } = useServerFacts();
  const lead = data && leadOf(url, data.linkHosts);
  const open = lead && "to" in lead ? lead.to : null;
  const follow = open ? (
    <a
      href={open.href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        event.preventDefault();
        platform.openUrl(open.href);
      }}
      className="flex min-h-12 flex-1 items-center justify-center gap-2 rounded-control bg-primary px-4 py-2 text-center text-body font-semibold text-on-primary"
    >
      <ExternalLink size={18} aria-hidden />
      {t("webview.open", { host: open.hostname })}
    </a>
  ) : undefined;
  return (
    <Page top={<TopBar />} bottom={follow}>
      {open ? (
        <Card>
          <h2 className="text-title font-semibold">{t("webview.leave")}</h2>
          {title ? <p className="mt-2 line-clamp-2 break-words text-ink-2">“{title}”</p> : null}
          <p className="num mt-2 text-heading font-semibold break-all">{open.hostname}</p>
          <p className="mt-1 text-small break-all text-ink-2">{open.href}</p>
          <p className="mt-3 text-note text-ink-2">{t("webview.care")}</p>
        </Card>
      ) : null}
      {lead && !("to" in lead) ? <Refused lead={lead} hosts={data.linkHosts} /> : null}
      {lead ? null : <Skeleton className="h-40 w-full rounded-card" />}
    </Page>
  );
}
