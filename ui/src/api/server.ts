import type { Wire } from "./wire";

/** Facts about the server that are needed before a login. */
export interface ServerFacts {
  version: string;
  mode: Wire["Mode"];
  /** The source of quotes, as `--feed` names it. */
  feed: string;
  /** True in paper mode: every market trades around the clock. */
  openAroundTheClock: boolean;
  /** The folder of messages if none are sent. */
  outboxHint: string | null;
  /** The sites that customers may be linked to, each with all paths below it. */
  linkHosts: string[];
  /** The download addresses of the apps that the operator publishes. */
  installs: Wire["Installs"];
  /** The customer support: `https:`, `mailto:` or `tel:`; null if the operator gives none. */
  supportUrl: string | null;
}

export const decodeServerFacts = (wire: Wire["ServerFacts"]): ServerFacts => ({
  version: wire.version,
  mode: wire.mode,
  feed: wire.feed,
  openAroundTheClock: wire.openAroundTheClock,
  outboxHint: wire.outboxHint ?? null,
  linkHosts: wire.linkHosts,
  installs: wire.installs,
  supportUrl: wire.supportUrl ?? null,
});
