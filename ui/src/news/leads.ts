/** Where an address leads, or why nobody is led there. */
export type Lead =
  | { to: URL }
  | { refused: "unreadable" | "hidden" }
  | { refused: "unknownHost"; host: string };

/** A label by which letters of other scripts are written, which may look like those of a known site. */
const isDisguised = (host: string) => host.split(".").some((label) => label.startsWith("xn--"));

const stands = (host: string, known: string) =>
  host === known || (host.endsWith(`.${known}`) && !isDisguised(host));

/**
 * Judges an address by what a browser would make of it: only the web, only the usual ports, nobody's name before the
 * host, and only the sites that the server lets its customers be led to, each with what lies below it.
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
