import type { Wire } from "./wire";

/** What one must know of the server before anybody logs in. */
export interface ServerFacts {
  version: string;
  mode: Wire["Mode"];
  /** Where quotes come from, as `--feed` names it. */
  feed: string;
  /** Paper mode: every market trades around the clock. */
  openAroundTheClock: boolean;
  /** The folder in which messages lie when none are sent. */
  outboxHint: string | null;
  /** The sites that customers may be led to, each with what lies below it. */
  linkHosts: string[];
  /** Where the apps can be had that the operator publishes. */
  installs: Wire["Installs"];
  /** Whom customers ask: `https:`, `mailto:` or `tel:`; null where the operator names nobody. */
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
