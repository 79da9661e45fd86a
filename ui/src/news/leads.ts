/** The target of a link, or the reason why it is refused. */
export type Lead =
  | { to: URL }
  | { refused: "unreadable" | "hidden" }
  | { refused: "unknownHost"; host: string };

/** True for a host with an encoded label of another script, which may look like a known site. */
const isDisguised = (host: string) => host.split(".").some((label) => label.startsWith("xn--"));

const stands = (host: string, known: string) =>
  host === known || (host.endsWith(`.${known}`) && !isDisguised(host));

/**
 * Checks an address as a browser would read it: only http or https, only the usual ports, no user name before the host,
 * and only the sites that the server allows, each with its subdomains.
 */
export function leadOf(address: string, hosts: readonly string[]): Lead {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { refused: "unreadable" };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return { refused: "unreadable" };
  if (url.username || url.password || url.port) return { refused: "hidden" };
  const host = url.hostname;
  return hosts.some((known) => stands(host, known))
    ? { to: url }
    : { refused: "unknownHost", host };
}
