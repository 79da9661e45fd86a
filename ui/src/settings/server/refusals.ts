/** The reasons, in the host's words, why a server cannot be joined. Each has a sentence in `join:refused`. */
const REASONS = [
  "address_invalid",
  "address_insecure",
  "server_unknown",
  "server_unreachable",
  "server_without_tls",
  "certificate_expired",
  "certificate_for_another",
  "certificate_untrusted",
  "server_moved",
  "server_not_ready",
  "not_plumbline",
  "server_too_old",
  "server_too_new",
  "settings_unavailable",
] as const;

/** The reason of a refusal by the host (`ServerChoice`). */
export function reasonOf(error: unknown): (typeof REASONS)[number] | "other" {
  const { code } = Object(error) as { code?: unknown };
  return REASONS.find((reason) => reason === code) ?? "other";
}
